import { sleep } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { deriveId, systemActor } from './ids'

const pollEveryMs = 50

/** Reserved offering: its closing counter is the engine's fencing counter. */
const engineOffering = { adminId: 'engine', gameId: 'engine' }

/**
 * Waits until the projections include every bet that a previous leader can have sent. Its lease has ended, and the
 * ledger rejects bets later than their sender's lease; so all of its bets precede a request that passes the ledger's
 * queue now.
 */
export async function acquireFencingToken(
  { ledger, playSeq }: Pick<BaseDeps, 'ledger' | 'playSeq'>,
  term: number,
  signal: AbortSignal,
): Promise<void> {
  const { pools } = await ledger.pools([engineOffering])
  const request = {
    kind: 'closeGate' as const,
    id: deriveId('engine', term),
    by: systemActor,
    correlationId: `term-${term}`,
    ...engineOffering,
    drawId: `term-${term}`,
    gateVersion: pools[0]?.gateVersion ?? 0,
  }
  const [result] = (await ledger.postAll([request], signal)) ?? []
  if (result?.outcome === 'parked') throw new Error('could not acquire engine fencing token')
  const { head } = await ledger.pools([])
  while (!signal.aborted && (await playSeq()) < head) await sleep(pollEveryMs, signal)
}

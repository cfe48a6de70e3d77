import { sleep } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { deriveId, systemActor } from './ids'

const pollEveryMs = 50

/** No game: its gate counts the holders of the engine. */
const engineOffering = { adminId: 'engine', gameId: 'engine' }

/**
 * Waits until our projections hold every bet that a predecessor may have brought to the ledger. Bets are refused that
 * are later than the lease of whoever sent them, and that lease has ended; so whatever of them is booked stands before
 * a request that goes through the ledger's queue now.
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
  if (result?.outcome === 'parked') throw new Error('The ledger does not let the engine begin.')
  const { head } = await ledger.pools([])
  while (!signal.aborted && (await playSeq()) < head) await sleep(pollEveryMs, signal)
}

import { busy, sleep } from '@cascade/service-kit'
import type { LedgerClient } from './client'

const pollEveryMs = 50

/**
 * Waits until the projections include everything the ledger had booked at the time of the call. @throws AppError
 * UNAVAILABLE
 */
export async function waitForProjection(
  { ledger, playSeq }: { ledger: Pick<LedgerClient, 'pools'>; playSeq: () => Promise<number> },
  signal: AbortSignal,
): Promise<void> {
  const { head } = await ledger.pools([])
  while ((await playSeq()) < head) {
    if (signal.aborted) throw busy()
    await sleep(pollEveryMs, signal)
  }
}

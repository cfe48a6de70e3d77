import { busy, sleep } from '@cascade/service-kit'
import type { LedgerClient } from './client'

const pollEveryMs = 50

/** Until our rows hold everything that the ledger had booked when it was asked. @throws AppError UNAVAILABLE */
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

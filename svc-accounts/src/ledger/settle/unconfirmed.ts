import type { Accepted } from '../decide/ledger-state'
import { LedgerRefusal } from '../refusals'

/** The batch waits in an open transaction, in which nobody else can commit. */
const withinMs = 1_500

/** Waits until every request of a batch is confirmed. @returns the errors of those that are not, by their position. */
export async function unconfirmed(batch: readonly Accepted[]): Promise<Map<number, unknown>> {
  if (!batch.some(({ confirmed }) => confirmed)) return new Map()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LedgerRefusal('NOT_BOOKED')), withinMs)
  })
  const ended = await Promise.allSettled(batch.map(({ confirmed }) => confirmed && Promise.race([confirmed, tooLate])))
  clearTimeout(timer)
  return new Map(ended.flatMap((one, index) => (one.status === 'rejected' ? [[index, one.reason]] : [])))
}

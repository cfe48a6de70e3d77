import type { Accepted } from '../decide/ledger-state'
import { LedgerRefusal } from '../refusals'

/** The batch waits in an open transaction, in which nobody else can commit. */
const withinMs = 1_500

/**
 * Asks what the requests of a batch rest on, all at once, so that reads of the same kind share a query.
 * @returns the errors of those that are not confirmed, by their position; it never rejects.
 */
export async function unconfirmed(batch: readonly Accepted[]): Promise<Map<number, unknown>> {
  if (!batch.some(({ confirm }) => confirm)) return new Map()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LedgerRefusal('NOT_BOOKED')), withinMs)
  })
  const ended = await Promise.allSettled(batch.map(({ confirm }) => confirm && Promise.race([confirm(), tooLate])))
  clearTimeout(timer)
  return new Map(ended.flatMap((one, index) => (one.status === 'rejected' ? [[index, one.reason]] : [])))
}

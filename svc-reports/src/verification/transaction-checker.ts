import type { AnyEvent } from '@cascade/contracts'
import { creditFeedName, TransferRecorded } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { type Entry, openFactList } from '../projections/time-lists/time-lists'
import { type TransactionFact, toTransactionEntries, transactionsName } from '../projections/transactions/transaction'
import { canonical, type Difference } from './checker'

export const transactionSource = { producer: 'accounts', feed: creditFeedName } as const

/**
 * Compares each transaction of a stretch of events with its event, and checks that it is in exactly the lists of its
 * audience. Later events do not change either, so this needs no snapshot.
 * @param before number of the event before the stretch
 */
export function createTransactionChecker(db: Db, prefix: string, before: number) {
  const name = transactionsName(prefix)
  const lists = new Map<string, { reader: string; day: string; ordinals: number[] }>()
  const found: Difference[] = []
  let last = before

  async function take(events: readonly AnyEvent[]): Promise<void> {
    const entries = events.flatMap(parseEntries)
    const from = last
    last = events.at(-1)?.seq ?? last
    for (const { fact, audience } of entries) {
      for (const reader of audience) hold(reader, fact.day, fact._id)
    }
    found.push(...(await compareFacts(entries, from, last)))
  }

  function hold(reader: string, day: string, ordinal: number) {
    const key = `${reader}|${day}`
    const list = lists.get(key) ?? { reader, day, ordinals: [] }
    lists.set(key, list)
    list.ordinals.push(ordinal)
  }

  async function compareFacts(entries: readonly Entry<TransactionFact>[], from: number, to: number) {
    const stored = await db
      .collection<TransactionFact>(name)
      .find({ _id: { $gt: from, $lte: to } })
      .toArray()
    const byId = new Map(stored.map(fact => [Number(fact._id), fact]))
    const found: Difference[] = []
    for (const { fact } of entries) {
      const actual = byId.get(fact._id)
      byId.delete(fact._id)
      const _id = `transactions/${fact.transferId}`
      if (!actual) found.push({ _id, what: 'The transaction is missing.' })
      else if (canonical({ ...actual, _id: fact._id }) !== canonical(fact))
        found.push({ _id, what: 'The transaction was changed.' })
    }
    for (const { transferId } of byId.values()) {
      found.push({ _id: `transactions/${transferId}`, what: 'No event has this transaction.' })
    }
    return found
  }

  async function compareLists(): Promise<Difference[]> {
    const found: Difference[] = []
    for (const { reader, day, ordinals } of lists.values()) {
      const actual = await readOrdinals(openFactList(db, name, reader), day, { after: before, until: last })
      if (String(actual) !== String(ordinals)) {
        const what = `The list has ${actual.length} transactions of this period instead of ${ordinals.length}, or different ones.`
        found.push({ _id: `transactions_months/${reader}|${day}`, what })
      }
    }
    return found
  }

  return { take, finish: async () => [...found, ...(await compareLists())] }
}

const positionBatchSize = 256

/**
 * The ordinals of a list on one day within a range, damaged or not. Concurrent appends are beyond `until`, so this
 * needs no snapshot.
 */
async function readOrdinals(
  list: ReturnType<typeof openFactList>,
  day: string,
  { after, until }: { after: number; until: number },
): Promise<number[]> {
  const [own] = await list.days(day, day)
  const ordinals: number[] = []
  // Backwards: the range is near the end.
  for (let to = own?.count ?? 0; own && to > 0; to = Math.floor((to - 1) / positionBatchSize) * positionBatchSize) {
    const from = Math.floor((to - 1) / positionBatchSize) * positionBatchSize
    const [refs = []] = await list.refs([{ ...own, from, to }])
    ordinals.unshift(...refs.map(Number))
    if (Number(refs[0] ?? 0) <= after) break
  }
  return ordinals.filter(ordinal => ordinal > after && ordinal <= until)
}

/** An event that cannot be projected is a dead letter and in no list. */
function parseEntries(event: AnyEvent): Entry<TransactionFact>[] {
  const parsed = TransferRecorded.safeParse(event)
  if (!parsed.success) return []
  try {
    return toTransactionEntries(parsed.data)
  } catch {
    return []
  }
}

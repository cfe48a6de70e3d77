import type { AnyEvent } from '@cascade/contracts'
import { creditFeedName, TransferRecorded } from '@cascade/contracts/accounts'
import { feedIdOf } from '@cascade/service-kit'
import { type Entry, openFactList } from '../projections/time-lists/time-lists'
import { type TransactionFact, toTransactionEntries, transactionsName } from '../projections/transactions/transaction'
import { type Finding, uniqueFindings } from './checkpoints'
import { readEvents, readPosition, type Verification, type VerificationResult } from './read-events'
import { canonical } from './tally'

const source = { producer: 'accounts', feed: creditFeedName } as const

/** Transactions between two checkpoints. */
const stretchSize = 20_000
/** Older transactions that each verification compares again. */
const sampleSize = 2_000

/** Compares the transactions since the checkpoint with their events, stretch by stretch, then a sample of older ones. */
export async function verifyTransactions(run: Verification): Promise<VerificationResult> {
  const { checkpoints } = run
  const feed = feedIdOf(source)
  const upTo = new Date()
  const end = await readPosition(run, source)
  const checkpoint = await checkpoints.read(feed)
  while (checkpoint.seq < end) {
    const to = Math.min(end, checkpoint.seq + stretchSize)
    const findings = await verifyStretch(run, checkpoint.seq, to)
    checkpoint.found = uniqueFindings([...checkpoint.found, ...findings])
    checkpoint.seq = to
    await checkpoints.save(feed, checkpoint)
  }
  const sampled = Number(checkpoint.sampleEnd ?? 0)
  const from = sampled < checkpoint.seq ? sampled : 0
  checkpoint.sampleEnd = Math.min(checkpoint.seq, from + sampleSize)
  const findings = await verifyStretch(run, from, checkpoint.sampleEnd)
  checkpoint.found = uniqueFindings([...checkpoint.found, ...findings])
  await checkpoints.save(feed, checkpoint)
  return { findings: checkpoint.found, upTo }
}

/**
 * Compares each transaction of a stretch of events with its event, and checks that it is in exactly the lists of its
 * readers. Later events do not change either, so this needs no snapshot.
 */
async function verifyStretch(run: Verification, after: number, end: number): Promise<Finding[]> {
  const findings: Finding[] = []
  const lists = new Map<string, List>()
  let last = after
  for await (const events of readEvents(run, source, { after, end })) {
    const entries = events.flatMap(parseEntries)
    const upTo = events.at(-1)?.seq ?? last
    findings.push(...(await compareFacts(run, entries, { after: last, until: upTo })))
    for (const { fact, readers } of entries) for (const reader of readers) addToList(lists, reader, fact)
    last = upTo
  }
  for (const list of lists.values()) findings.push(...(await compareList(run, list, { after, until: last })))
  return findings
}

/** Ordinals of the events after `after` up to `until`. */
type Range = { after: number; until: number }
/** The expected transactions of a day in the list of a reader. */
type List = { reader: string; day: string; ordinals: number[] }

async function compareFacts(
  { db, prefix }: Verification,
  entries: readonly Entry<TransactionFact>[],
  { after, until }: Range,
): Promise<Finding[]> {
  const rows = db.collection<TransactionFact>(transactionsName(prefix))
  const stored = await rows.find({ _id: { $gt: after, $lte: until } }).toArray()
  const byId = new Map(stored.map(fact => [Number(fact._id), fact]))
  const findings: Finding[] = []
  for (const { fact } of entries) {
    const actual = byId.get(fact._id)
    byId.delete(fact._id)
    const _id = `transactions/${fact.transferId}`
    if (!actual) findings.push({ _id, what: 'The transaction is missing.' })
    else if (canonical({ ...actual, _id: fact._id }) !== canonical(fact))
      findings.push({ _id, what: 'The transaction was changed.' })
  }
  for (const { transferId } of byId.values()) {
    findings.push({ _id: `transactions/${transferId}`, what: 'No event has this transaction.' })
  }
  return findings
}

function addToList(lists: Map<string, List>, reader: string, { day, _id }: TransactionFact) {
  const key = `${reader}|${day}`
  const list = lists.get(key) ?? { reader, day, ordinals: [] }
  lists.set(key, list)
  list.ordinals.push(_id)
}

async function compareList(
  { db, prefix }: Verification,
  { reader, day, ordinals }: List,
  range: Range,
): Promise<Finding[]> {
  const actual = await readOrdinals(openFactList(db, transactionsName(prefix), reader), day, range)
  if (String(actual) === String(ordinals)) return []
  const what = `The list has ${actual.length} transactions of this period instead of ${ordinals.length}, or different ones.`
  return [{ _id: `transactions_months/${reader}|${day}`, what }]
}

const positionBatchSize = 256

/**
 * The ordinals of a list on one day within a range, damaged or not. Concurrent appends are beyond `until`, so this
 * needs no snapshot.
 */
async function readOrdinals(
  list: ReturnType<typeof openFactList>,
  day: string,
  { after, until }: Range,
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

import { type AnyEvent, type DomainName, defineFeedCall } from '@cascade/contracts'
import {
  cursorIdOf,
  type FeedSource,
  feedIdOf,
  inSnapshot,
  type ServiceContext,
  type Snapshot,
  sleep,
} from '@cascade/service-kit'
import { consumerOf, type Generations, prefixOf } from '../projections/runtime/generations'
import type { Difference } from './checker'
import { type Checkpoints, createCheckpoints } from './checkpoints'
import { createFigureChecker, figureSource } from './figure-checker'
import { createTransactionChecker, transactionSource } from './transaction-checker'

type Connections = Pick<ServiceContext, 'db' | 'client' | 'call' | 'zone'>
type Cursor = { _id: string; lastSeq: number }
export type Progress = (running: { read: number; of: number }) => Promise<unknown>
type Run = Connections & {
  consumer: string
  prefix: string
  checkpoints: Checkpoints
  progress: Progress
  signal: AbortSignal
}
type Result = { found: Difference[]; upTo: Date }

/** Small batches with pauses, so that reports and money come first. */
const batchSizeFor = (producer: DomainName) => (producer === 'live' ? 20 : 100)
const pauseMsMin = 20
/** Pause as a multiple of the time spent, which backs off under load. Figures must catch up before their snapshot. */
const pauseFactorFor = (producer: DomainName) => (producer === 'live' ? 4 : 9)
/** Transactions between two checkpoints. */
const stretchSize = 20_000
/** Older transactions that each verification compares again. */
const sampleSize = 2_000
/** Events read before the snapshot, which may include them. */
const aheadMax = 100

/**
 * Compares the active projections with the events since their checkpoints, and with a sample of older ones.
 * @param isFull forgets the checkpoints and compares everything
 * @returns differences and the time until which all was compared; undefined if the generation was switched meanwhile
 */
export async function verifyProjections(
  parts: Connections,
  generations: Generations,
  { progress, signal, isFull }: { progress: Progress; signal: AbortSignal; isFull: boolean },
): Promise<Result | undefined> {
  const { active } = await generations.state()
  const prefix = prefixOf(active)
  const checkpoints = createCheckpoints(parts.db, prefix)
  if (isFull) await checkpoints.reset()
  const run: Run = { ...parts, prefix, consumer: consumerOf(active), checkpoints, progress, signal }
  try {
    const results = [await verifyTransactions(run), await verifyFigures(run)]
    const now = await generations.state()
    if (now.active !== active) return undefined
    const upTo = new Date(Math.min(...results.map(result => result.upTo.getTime())))
    return { found: results.flatMap(({ found }) => found), upTo }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

async function verifyTransactions(run: Run): Promise<Result> {
  const { checkpoints } = run
  const feed = feedIdOf(transactionSource)
  const upTo = new Date()
  const end = await readPosition(run, transactionSource)
  const stored = await checkpoints.read(feed)
  const merge = (found: readonly Difference[]) => [
    ...new Map([...stored.found, ...found].map(each => [each._id, each])).values(),
  ]
  while (stored.seq < end) {
    const to = Math.min(end, stored.seq + stretchSize)
    stored.found = merge(await verifyStretch(run, stored.seq, to))
    stored.seq = to
    await checkpoints.save(feed, stored)
  }
  const from = Number(stored.sampleEnd ?? 0) < stored.seq ? Number(stored.sampleEnd ?? 0) : 0
  stored.sampleEnd = Math.min(stored.seq, from + sampleSize)
  stored.found = merge(await verifyStretch(run, from, stored.sampleEnd))
  await checkpoints.save(feed, stored)
  return { found: stored.found, upTo }
}

async function verifyStretch(run: Run, from: number, to: number): Promise<Difference[]> {
  const checker = createTransactionChecker(run.db, run.prefix, from)
  await readUntil(run, transactionSource, { after: from, end: to, take: checker.take })
  return checker.finish()
}

async function verifyFigures(run: Run): Promise<Result> {
  const { db, client, checkpoints } = run
  const checker = await createFigureChecker(db, run.prefix, run.zone, checkpoints)
  let { after } = checker
  const reader = (end: number) => ({ after, end, take: checker.take })
  for (;;) {
    run.signal.throwIfAborted()
    after = await readUntil(run, figureSource, reader(await readPosition(run, figureSource)))
    // The projection may advance before the snapshot, in which no other service is called.
    const ahead = await readAhead(run, figureSource, after)
    const result = await inSnapshot(client, db, async at => {
      const upTo = new Date()
      const end = await readPosition(run, figureSource, at)
      if (end > (ahead.at(-1)?.seq ?? after)) return undefined
      const next = ahead.filter(({ seq }) => seq > after && seq <= end)
      if (next.length > 0) await checker.take(next)
      after = Math.max(after, end)
      return { upTo, ...(await checker.finish(at)) }
    })
    if (!result) continue
    await result.settle()
    return result
  }
}

/** Number of the last event that the projections have applied. */
async function readPosition({ db, consumer }: Run, source: FeedSource, at?: Snapshot): Promise<number> {
  const row = await db.collection<Cursor>('cursors').findOne({ _id: cursorIdOf({ ...source, name: consumer }) }, at)
  return Number(row?.lastSeq ?? 0)
}

type Stretch = { after: number; end: number; take: (events: readonly AnyEvent[]) => Promise<void> }

async function readUntil(run: Run, source: FeedSource, { after, end, take }: Stretch): Promise<number> {
  const { progress, signal } = run
  let last = after
  while (last < end) {
    signal.throwIfAborted()
    const startedAt = performance.now()
    const inRange = (await readPage(run, source, last)).filter(({ seq }) => seq <= end)
    if (inRange.length === 0) throw new Error(`${source.producer} returned no events after ${last}.`)
    await take(inRange)
    last = inRange.at(-1)?.seq ?? end
    await progress({ read: last, of: end })
    await sleep(Math.max(pauseMsMin, pauseFactorFor(source.producer) * (performance.now() - startedAt)), signal)
  }
  return last
}

async function readAhead(run: Run, source: FeedSource, after: number): Promise<AnyEvent[]> {
  const events: AnyEvent[] = []
  while (events.length < aheadMax) {
    const page = await readPage(run, source, events.at(-1)?.seq ?? after)
    if (page.length === 0) break
    events.push(...page)
  }
  return events
}

async function readPage({ call }: Run, { producer, feed }: FeedSource, after: number): Promise<readonly AnyEvent[]> {
  const { events } = await call(defineFeedCall(producer, feed), { body: { after, limit: batchSizeFor(producer) } })
  return events
}

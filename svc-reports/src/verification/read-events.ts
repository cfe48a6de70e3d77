import { type AnyEvent, type DomainName, defineFeedCall } from '@cascade/contracts'
import { cursorIdOf, type FeedSource, type ServiceContext, type Snapshot, sleep } from '@cascade/service-kit'
import type { Checkpoints, Finding } from './checkpoints'

type Progress = (running: { read: number; of: number }) => Promise<unknown>

/** One verification of the active projections. */
export type Verification = Pick<ServiceContext, 'db' | 'client' | 'call' | 'zone'> & {
  consumer: string
  prefix: string
  checkpoints: Checkpoints
  progress: Progress
  signal: AbortSignal
  /** Rests after each batch, as production does. */
  hasPauses: boolean
}

/** The findings, and the time until which everything was compared. */
export type VerificationResult = { findings: Finding[]; upTo: Date }

/** Small batches with pauses, so that reports and money come first. */
const batchSizeFor = (producer: DomainName) => (producer === 'live' ? 20 : 100)
const pauseMsMin = 20
/** Pause as a multiple of the time spent, which backs off under load. Figures must catch up before their snapshot. */
const pauseFactorFor = (producer: DomainName) => (producer === 'live' ? 4 : 9)
/** Events read before the snapshot, which may include them. */
const aheadMax = 100

/** Number of the last event that the projections have applied. */
export async function readPosition(
  { db, consumer }: Pick<Verification, 'db' | 'consumer'>,
  source: FeedSource,
  at?: Snapshot,
): Promise<number> {
  const cursors = db.collection<{ _id: string; lastSeq: number }>('cursors')
  const row = await cursors.findOne({ _id: cursorIdOf({ ...source, name: consumer }) }, at)
  return Number(row?.lastSeq ?? 0)
}

/** The events of a feed after `after` up to `end`, in batches with pauses. */
export async function* readEvents(
  { call, progress, signal, hasPauses }: Verification,
  source: FeedSource,
  { after, end }: { after: number; end: number },
): AsyncGenerator<readonly AnyEvent[], void> {
  let last = after
  while (last < end) {
    signal.throwIfAborted()
    const startedAt = performance.now()
    const inRange = (await readBatch(call, source, last)).filter(({ seq }) => seq <= end)
    if (inRange.length === 0) throw new Error(`${source.producer} returned no events after ${last}.`)
    yield inRange
    last = inRange.at(-1)?.seq ?? end
    await progress({ read: last, of: end })
    const restMs = Math.max(pauseMsMin, pauseFactorFor(source.producer) * (performance.now() - startedAt))
    if (hasPauses) await sleep(restMs, signal)
  }
}

/** The first events after `after`, at least 100 if there are so many. */
export async function readAhead({ call }: Verification, source: FeedSource, after: number): Promise<AnyEvent[]> {
  const events: AnyEvent[] = []
  while (events.length < aheadMax) {
    const batch = await readBatch(call, source, events.at(-1)?.seq ?? after)
    if (batch.length === 0) break
    events.push(...batch)
  }
  return events
}

async function readBatch(
  call: Verification['call'],
  { producer, feed }: FeedSource,
  after: number,
): Promise<readonly AnyEvent[]> {
  const { events } = await call(defineFeedCall(producer, feed), { body: { after, limit: batchSizeFor(producer) } })
  return events
}

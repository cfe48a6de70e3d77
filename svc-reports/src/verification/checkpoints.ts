import type { CollectionSpec } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Products } from '../projections/figures/play-lines'
import type { Lines } from './tally'

/** A document of a projection, and what is wrong with it. */
export type Finding = { _id: string; what: string }

/** The last finding of each document. */
export const uniqueFindings = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map(each => [each._id, each])).values(),
]

/** Up to which event a feed is verified, and the findings until then. */
type FeedRow = {
  _id: string
  seq: number
  found: Finding[]
  /** How far the sample of older stretches has come: an event, or a day. */
  sampleEnd?: number | string
  /** Of figures: days before this one are verified, apart from later lines. */
  day?: string
  /** Of figures: late lines up to the event, by day. */
  late?: Record<string, StoredLines>
}
export type FeedCheckpoint = Omit<FeedRow, '_id' | 'late'> & { late: Map<string, Lines> }

/** `print` exceeds an int64. */
type StoredLines = { count: number; print: string }
type DayRow = { _id: string; lines: Record<string, StoredLines> }

/** Remainders of a player at the start of the day `at`; before a crash, `at` may be ahead of the checkpoint. */
type RemainderRow = { _id: string; at: string; products: Products; before: Products | null }

/** A broken projection has a finding per document; the first ones say enough. */
const foundMax = 1_000
const writesMax = 1_000

const toStored = ({ count, print }: Lines): StoredLines => ({ count, print: String(print) })
const toLines = ({ count, print }: StoredLines): Lines => ({ count: Number(count), print: BigInt(print) })
const entriesOf = <A, B>(all: Iterable<readonly [string, A]>, convert: (value: A) => B) =>
  [...all].map(([key, value]): [string, B] => [key, convert(value)])

const namesOf = (prefix: string) => ({
  feeds: `${prefix}verified_feeds`,
  days: `${prefix}verified_days`,
  remainders: `${prefix}verified_remainders`,
})

export const checkpointCollections = (prefix: string): readonly CollectionSpec[] =>
  Object.values(namesOf(prefix)).map(name => ({ name }))

export type Checkpoints = ReturnType<typeof createCheckpoints>

/**
 * What was verified of one generation of projections, so that a verification reads only what came later. Removed with
 * its generation.
 */
export function createCheckpoints(db: Db, prefix: string) {
  const names = namesOf(prefix)
  const feeds: Collection<FeedRow> = db.collection(names.feeds)
  const days: Collection<DayRow> = db.collection(names.days)
  const remainders: Collection<RemainderRow> = db.collection(names.remainders)

  return {
    async read(feed: string): Promise<FeedCheckpoint> {
      const { _id, late = {}, ...row } = (await feeds.findOne({ _id: feed })) ?? { _id: feed, seq: 0, found: [] }
      return { ...row, seq: Number(row.seq), late: new Map(entriesOf(Object.entries(late), toLines)) }
    },

    async save(feed: string, { late, found, ...row }: FeedCheckpoint): Promise<void> {
      const stored = { ...row, found: found.slice(0, foundMax), late: Object.fromEntries(entriesOf(late, toStored)) }
      await feeds.replaceOne({ _id: feed }, stored, { upsert: true })
    },

    /** Lines of a verified day by hour. */
    async linesOf(day: string): Promise<Map<string, Lines>> {
      const row = await days.findOne({ _id: day })
      return new Map(entriesOf(Object.entries(row?.lines ?? {}), toLines))
    },

    async saveLines(day: string, lines: ReadonlyMap<string, Lines>): Promise<void> {
      await days.replaceOne({ _id: day }, { lines: Object.fromEntries(entriesOf(lines, toStored)) }, { upsert: true })
    },

    days: async (): Promise<string[]> =>
      (
        await days
          .find({}, { projection: { _id: 1 }, batchSize: 5_000 })
          .sort({ _id: 1 })
          .toArray()
      ).map(({ _id }) => _id),

    /** Remainders at the start of the day `day`. */
    async remaindersOf(players: readonly string[], day: string | undefined): Promise<Map<string, Products>> {
      if (day === undefined || players.length === 0) return new Map()
      const rows = await remainders.find({ _id: { $in: [...players] } }, { batchSize: 5_000 }).toArray()
      return new Map(
        rows.flatMap(({ _id, at, products, before }) => {
          const own = at <= day ? products : before
          return own ? [[_id, own] as const] : []
        }),
      )
    },

    /** @param before of the same players at the start of the stored day */
    async saveRemainders(
      at: string,
      changed: ReadonlyMap<string, Products>,
      before: ReadonlyMap<string, Products>,
    ): Promise<void> {
      const writes = [...changed].map(([_id, products]) => ({
        replaceOne: { filter: { _id }, replacement: { at, products, before: before.get(_id) ?? null }, upsert: true },
      }))
      for (let from = 0; from < writes.length; from += writesMax)
        await remainders.bulkWrite(writes.slice(from, from + writesMax), { ordered: false })
    },

    /** Deletes all checkpoints: the next verification begins at the first event. */
    async reset(): Promise<void> {
      for (const rows of [feeds, days, remainders]) await rows.deleteMany({})
    },
  }
}

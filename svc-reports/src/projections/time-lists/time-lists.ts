import {
  appendToLists,
  businessDay,
  type CollectionPlan,
  dayListPlans,
  expiresAfter,
  invalid,
  type Part,
  pastMoment,
  type RowKind,
  readPage,
  storedList,
  type Tx,
  visibleParts,
} from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** A row of lists in the order of time, kept once. `_id` is its ordinal: that of its arrival. */
export type Fact = {
  _id: number
  /** `YYYY-MM-DD` in the business zone. */
  day: string
  at: Date
}

/** A fact, and everybody in whose list it stands. */
export type Entry<F extends Fact> = { fact: F; audience: readonly string[] }

/** @param indexes of the facts, for what is not read by a list. @param keptDays for ever unless told otherwise */
export const factPlans = (
  name: string,
  { indexes = [], retentionDays }: { indexes?: CollectionPlan['indexes']; retentionDays?: number } = {},
): readonly CollectionPlan[] => [
  { name, indexes: [...indexes, ...(retentionDays === undefined ? [] : expiresAfter(retentionDays))] },
  ...dayListPlans(name, retentionDays),
]

/** Adds facts that are not there yet; their ordinals must be above all that are there. */
export async function appendFacts<F extends Fact>(db: Db, name: string, entries: readonly Entry<F>[], tx: Tx) {
  if (entries.length === 0) return
  const facts = entries.map(({ fact }) => fact)
  await db.collection<Fact>(name).insertMany(facts, { session: tx })
  const rows = entries.map(({ fact: { _id: ref, day }, audience }) => ({ ref, day, readers: audience }))
  await appendToLists(db, name, rows, tx)
}

/** The facts of one reader. */
export const openFactList = <F extends Fact>(db: Db, name: string, reader: string) =>
  storedList<F>(db, { name, reader, rows: name })

type TimeList = {
  name: string
  reader: string
  part: Part
  kinds: readonly RowKind[]
  /** The field of its facts by which a call names one. */
  idName: string
}

type TimeQuery = {
  date?: string | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
  until?: string | undefined
  asOf?: string | undefined
}

/** A page as the contract of such lists has it. @throws AppError VALIDATION for a moment to come or an unknown row. */
export async function readTimePage<F extends Fact>(
  { db, zone, now }: { db: Db; zone: string; now: () => Date },
  { name, reader, part, kinds, idName }: TimeList,
  { date, order, page, size, until, asOf }: TimeQuery,
) {
  const facts = db.collection<{ _id: number; [field: string]: unknown }>(name)
  const at = pastMoment(asOf, now())
  const named = !at && until ? await facts.findOne({ [idName]: until }) : undefined
  if (named === null) throw invalid('There is no such row.', 'until')
  const bound = at ? { at, day: businessDay(at, zone) } : named ? { ordinal: Number(named._id) } : undefined
  const parts = visibleParts({ ...part, day: date || undefined, until: bound ? [bound] : [] }, kinds, zone)
  const { newest, ...found } = await readPage(openFactList<F>(db, name, reader), parts, { order, page, size })
  const isPinned = asOf || until || newest === undefined
  const last = isPinned ? until : (await facts.findOne({ _id: newest }))?.[idName]
  return { ...found, until: last as string | undefined, asOf }
}

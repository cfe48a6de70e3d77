import {
  appendToLists,
  businessDay,
  type CollectionSpec,
  createDayList,
  dayListCollections,
  expiresAfter,
  invalid,
  type Part,
  pastMoment,
  type RowKind,
  readPage,
  type Tx,
  visibleParts,
} from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** A row of time-ordered lists, stored once. `_id` is its ordinal, in order of arrival. */
export type Fact = {
  _id: number
  /** `YYYY-MM-DD` in the business zone. */
  day: string
  at: Date
}

/** A fact, and the readers whose lists contain it. */
export type Entry<F extends Fact> = { fact: F; readers: readonly string[] }

/** @param indexes additional ones on the facts. @param retentionDays unlimited by default */
export const factCollections = (
  name: string,
  { indexes = [], retentionDays }: { indexes?: CollectionSpec['indexes']; retentionDays?: number } = {},
): readonly CollectionSpec[] => [
  { name, indexes: [...indexes, ...(retentionDays === undefined ? [] : expiresAfter(retentionDays))] },
  ...dayListCollections(name, retentionDays),
]

/** Appends new facts; their ordinals must exceed all existing ones. */
export async function appendFacts<F extends Fact>(db: Db, name: string, entries: readonly Entry<F>[], tx: Tx) {
  if (entries.length === 0) return
  const facts = entries.map(({ fact }) => fact)
  await db.collection<Fact>(name).insertMany(facts, { session: tx })
  const rows = entries.map(({ fact: { _id: ref, day }, readers }) => ({ ref, day, readers }))
  await appendToLists(db, name, rows, tx)
}

export const openFactList = <F extends Fact>(db: Db, name: string, reader: string) =>
  createDayList<F>(db, { name, reader, rows: name })

type TimeList = {
  name: string
  reader: string
  part: Part
  kinds: readonly RowKind[]
  /** The field by which the API names a fact. */
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

/** A page as specified by the list contract. @throws AppError VALIDATION for a future time or an unknown row */
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

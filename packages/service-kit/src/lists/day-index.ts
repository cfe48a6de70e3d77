import type { Collection, Db, Filter, FindOptions } from 'mongodb'
import type { CollectionSpec } from '../mongo/collections'
import type { Tx } from '../mongo/transaction'
import type { Day, DayList, Match, Ref, Slice } from './read'

/*
 * Ids of rows by reader and day, in chunks, and their number by day: any page and the total of a list cost two or three
 * reads by `_id`, for superadmins with a million rows as well. One index over the readers of the rows counts a total, and
 * skips to a page, key by key: DECISIONS 34.
 */

/** A row of a day by its `_id`, with the readers of the lists it belongs to. The row itself is stored elsewhere. */
export type ListEntry = { ref: Ref; day: string; readers: readonly string[] }

/** One reader's month, and the refs that do not fill a chunk yet. `_id` is `reader|YYYY-MM`. */
type MonthRow = {
  _id: string
  /** By day of the month, `01` to `31`: number of rows, and the last one. */
  days: Record<string, { count: number; last: Ref }>
  open: { day: string; refs: Ref[] }
}

type ChunkRow = { _id: string; refs: Ref[] }
type Chunks = Map<string, Ref[]>

/** Refs per document: a page reads one or two documents, however large its day is. */
const chunkSize = 256

const monthId = (reader: string, day: string) => `${reader}|${day.slice(0, 7)}`
const chunkId = (reader: string, day: string, index: number) => `${reader}|${day}|${String(index).padStart(6, '0')}`
const dayOfMonth = (day: string) => day.slice(8)

const monthsOf = (db: Db, name: string): Collection<MonthRow> => db.collection(`${name}_months`)
const chunksOf = (db: Db, name: string): Collection<ChunkRow> => db.collection(`${name}_chunks`)

/** TTL index: rows expire this many days after their day. */
export const expiresAfter = (days: number): NonNullable<CollectionSpec['indexes']> => [
  { key: { at: 1 }, options: { expireAfterSeconds: days * 86_400 } },
]

/**
 * Collections of a list; all reads are by `_id` or a range of it.
 * @param retentionDays forever if absent; a month expires as a whole, after its last day
 */
export const dayListCollections = (name: string, retentionDays?: number): readonly CollectionSpec[] => [
  { name: `${name}_months`, indexes: retentionDays === undefined ? [] : expiresAfter(retentionDays + 31) },
  { name: `${name}_chunks`, indexes: retentionDays === undefined ? [] : expiresAfter(retentionDays) },
]

type Growth = { id: string; reader: string; added: { ref: Ref; day: string }[] }

/**
 * Appends rows to the lists of their readers, in the caller's transaction. One writer at a time: concurrent writers
 * conflict and retry. Within a day, rows must come in order of time.
 */
export async function appendToLists(db: Db, name: string, entries: readonly ListEntry[], tx: Tx): Promise<void> {
  if (entries.length === 0) return
  const growths = groupByMonth(entries)
  const monthIds = growths.map(({ id }) => id)
  const found = await monthsOf(db, name)
    .find({ _id: { $in: monthIds } }, { session: tx })
    .toArray()
  const months = new Map(found.map(month => [month._id, month]))
  const requested = growths.flatMap(growth => chunksToLoad(growth, months.get(growth.id)))
  const loadedRows =
    requested.length === 0
      ? []
      : await chunksOf(db, name)
          .find({ _id: { $in: requested } }, { session: tx })
          .toArray()
  const chunks: Chunks = new Map(loadedRows.map(({ _id, refs }) => [_id, refs]))
  const changed = new Set<string>()
  const grown = growths.map(growth => growMonth(growth, months.get(growth.id), chunks, changed))
  await replaceAll(monthsOf(db, name), grown, tx)
  await replaceAll(
    chunksOf(db, name),
    [...changed].map(_id => ({ _id, refs: chunks.get(_id) ?? [] })),
    tx,
  )
}

function groupByMonth(entries: readonly ListEntry[]): Growth[] {
  const months = new Map<string, Map<string, Growth>>()
  for (const { ref, day, readers } of entries) {
    const month = day.slice(0, 7)
    const growths = months.get(month) ?? new Map<string, Growth>()
    months.set(month, growths)
    const addition = { ref, day }
    for (const reader of readers) {
      const growth = growths.get(reader)
      if (growth) growth.added.push(addition)
      else growths.set(reader, { id: monthId(reader, day), reader, added: [addition] })
    }
  }
  return [...months.values()].flatMap(growths => [...growths.values()])
}

function chunksToLoad({ reader, added }: Growth, month: MonthRow | undefined): string[] {
  return [...new Set(added.map(({ day }) => day))].flatMap(day => {
    const count = Number(month?.days[dayOfMonth(day)]?.count ?? 0)
    const isOpen = month?.open.day === day
    return isOpen || count % chunkSize === 0 ? [] : [chunkId(reader, day, Math.floor(count / chunkSize))]
  })
}

/** Puts full chunks, and the end of a day that another one follows, into `chunks` and lists them in `changed`. */
function growMonth(
  { id, reader, added }: Growth,
  before: MonthRow | undefined,
  chunks: Chunks,
  changed: Set<string>,
): MonthRow {
  const days = { ...before?.days }
  let open = { day: before?.open.day ?? '', refs: [...(before?.open.refs ?? [])] }
  const countOf = (day: string) => Number(days[dayOfMonth(day)]?.count ?? 0)
  const endOf = (day: string, count: number) => chunkId(reader, day, Math.floor(count / chunkSize))
  const seal = (chunk: string) => {
    chunks.set(chunk, open.refs)
    changed.add(chunk)
  }
  for (const { ref, day } of added) {
    if (open.day !== day) {
      if (open.refs.length > 0) seal(endOf(open.day, countOf(open.day)))
      open = { day, refs: [...(chunks.get(endOf(day, countOf(day))) ?? [])] }
    }
    open.refs.push(ref)
    const count = countOf(day) + 1
    days[dayOfMonth(day)] = { count, last: ref }
    if (open.refs.length < chunkSize) continue
    seal(endOf(day, count - 1))
    open = { day, refs: [] }
  }
  return { _id: id, days, open }
}

async function replaceAll<R extends { _id: string }>(collection: Collection<R>, rows: readonly R[], tx: Tx) {
  if (rows.length === 0) return
  const writes = rows.map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id }, replacement: { ...replacement, at: parseDate(_id) }, upsert: true },
  }))
  const target = collection as unknown as Collection<{ _id: string }>
  await target.bulkWrite(writes, { session: tx, ordered: false })
}

function parseDate(_id: string): Date {
  const day = _id.split('|')[1] ?? ''
  return new Date(day.length === 7 ? `${day}-01` : day)
}

type Stored = {
  name: string
  reader: string
  rows: string
  options?: FindOptions
}

/** One reader's list, as written by `appendToLists`. */
export function createDayList<T extends { at: Date }>(db: Db, { name, reader, rows, options }: Stored): DayList<T> {
  return {
    async days(from, to) {
      const _id = { $gte: monthId(reader, from), $lte: monthId(reader, to) }
      const months = await monthsOf(db, name).find({ _id }, options).toArray()
      const days = months.flatMap(({ _id: id, days: own, open }) =>
        Object.entries(own).map(([date, { count, last }]): Day => {
          const day = `${id.slice(-7)}-${date}`
          return { day, count: Number(count), last, open: open.day === day ? open.refs : [] }
        }),
      )
      return days.filter(({ day }) => day >= from && day <= to).sort((a, b) => (a.day < b.day ? -1 : 1))
    },

    async refs(slices) {
      const requested = slices.map(slice => ({ slice, ids: chunkIdsOf(reader, slice) }))
      const ids = requested.flatMap(each => each.ids)
      const found =
        ids.length === 0
          ? []
          : await chunksOf(db, name)
              .find({ _id: { $in: ids } }, options)
              .toArray()
      const chunks: Chunks = new Map(found.map(({ _id, refs }) => [_id, refs]))
      return requested.map(({ slice, ids: own }) => {
        const { from, to, count, open = [] } = slice
        const start = Math.floor(from / chunkSize) * chunkSize
        const inChunks = own.flatMap(id => chunks.get(id) ?? [])
        return (to > count - open.length ? [...inChunks, ...open] : inChunks).slice(from - start, to - start)
      })
    },

    ...createRowReader(db.collection(rows), options),
  }
}

function chunkIdsOf(reader: string, { day, from, to, count, open = [] }: Slice): string[] {
  const end = Math.min(to, count - open.length)
  const ids: string[] = []
  for (let index = Math.floor(from / chunkSize); index * chunkSize < end; index++) ids.push(chunkId(reader, day, index))
  return ids
}

/** Reads and filters rows of a list in a collection. */
export function createRowReader<T extends { at: Date }>(
  collection: Collection<{ _id: Ref }>,
  options?: FindOptions,
): Pick<DayList<T>, 'rows' | 'matching'> {
  const find = (refs: readonly Ref[], match: Match, more?: FindOptions) =>
    collection.find({ ...match, _id: { $in: [...refs] } } as Filter<{ _id: Ref }>, { ...options, ...more }).toArray()
  return {
    async rows(refs) {
      if (refs.length === 0) return []
      const byRef = new Map((await find(refs, {})).map(row => [String(row._id), row as unknown as T]))
      return refs.flatMap(ref => byRef.get(String(ref)) ?? [])
    },
    async matching(refs, match) {
      const found = new Set((await find(refs, match, { projection: { _id: 1 } })).map(({ _id }) => String(_id)))
      return refs.filter(ref => found.has(String(ref)))
    },
  }
}

import type { Db, Filter } from 'mongodb'
import { countsName, type DayCount, type DayRow, type Reader, shelfOf } from './daybook'

/** A plain call answers everything, but not without end. */
const mostRows = 1_000
/** A search without a day looks through the reader's newest days: at most so many, and no further than so many rows. */
const searchedDays = 31
const searchedRows = 50_000
const defaultSize = 10
/** Days are read in one go up to this many rows. */
const readTogether = 1_000

export type PageQuery = {
  day?: string | undefined
  bucket?: string | undefined
  search?: string | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
}

type Day = { day: string; count: number }

/** One page of a reader's rows, newest first unless `order` is `asc`, with the number of rows that match. */
export async function readPage<R extends Omit<DayRow, 'shelf'>>(
  db: Db,
  name: string,
  reader: Reader,
  query: PageQuery,
): Promise<{ rows: R[]; total: number }> {
  const ascending = query.order === 'asc'
  const match = conditionsOf(reader, query)
  const counted = await countDays(db, name, reader, query)
  const newestFirst = counted.sort((a, b) => (a.day < b.day ? 1 : -1))
  const days = query.search ? await countMatches(db, name, reader.owner, searchable(newestFirst), match) : newestFirst
  if (ascending) days.reverse()
  const { from, count } = window(query)
  const sign = ascending ? 1 : -1
  const rows: R[] = []
  for (const { days: shelves, skip, limit } of reads(days, from, count)) {
    const found = await db
      .collection<DayRow>(name)
      .find({ shelf: { $in: shelves.map(day => shelfOf(reader.owner, day)) }, ...match })
      .sort({ day: sign, at: sign, seq: sign, _id: sign })
      .skip(skip)
      .limit(limit)
      .toArray()
    rows.push(...(found as unknown as R[]))
  }
  return { rows, total: days.reduce((sum, day) => sum + day.count, 0) }
}

function window({ page, size }: PageQuery): { from: number; count: number } {
  if (page === undefined && size === undefined) return { from: 0, count: mostRows }
  const count = size ?? defaultSize
  return { from: ((page ?? 1) - 1) * count, count }
}

/**
 * What a page needs to read. Days before it are passed over by their counts; quiet days are read together, a busy one
 * by itself, so that no read sorts much more than a busy day.
 */
export function reads(days: readonly Day[], from: number, count: number) {
  const parts: { days: string[]; rows: number; skip: number; limit: number }[] = []
  let before = from
  let missing = count
  for (const { day, count: rows } of days) {
    if (missing === 0) break
    if (before >= rows) {
      before -= rows
      continue
    }
    const limit = Math.min(rows - before, missing)
    const last = parts.at(-1)
    if (last && last.rows + rows <= readTogether) {
      last.days.push(day)
      last.rows += rows
      last.limit += limit
    } else parts.push({ days: [day], rows, skip: before, limit })
    missing -= limit
    before = 0
  }
  return parts
}

function conditionsOf({ selfOnly }: Reader, { bucket, search }: PageQuery): Filter<DayRow> {
  return {
    ...(selfOnly ? { self: true } : {}),
    ...(bucket ? { bucket } : {}),
    ...(search ? { text: { $regex: escapePattern(search.toLowerCase()) } } : {}),
  }
}

/** The newest days that a search may read; always one at least. */
export function searchable(newestFirst: readonly Day[]): Day[] {
  let rows = 0
  return newestFirst.slice(0, searchedDays).filter((day, index) => {
    rows += day.count
    return index === 0 || rows <= searchedRows
  })
}

async function countDays(db: Db, name: string, reader: Reader, query: PageQuery): Promise<Day[]> {
  const rows = await db
    .collection<DayCount>(countsName(name))
    .find({
      owner: reader.owner,
      ...(query.day ? { day: query.day } : {}),
      ...(query.bucket ? { bucket: query.bucket } : {}),
    })
    .toArray()
  const days = new Map<string, number>()
  for (const row of rows) {
    const count = Number(reader.selfOnly ? row.self : row.all)
    if (count > 0) days.set(row.day, (days.get(row.day) ?? 0) + count)
  }
  return [...days].map(([day, count]) => ({ day, count }))
}

async function countMatches(
  db: Db,
  name: string,
  owner: string,
  days: readonly Day[],
  match: Filter<DayRow>,
): Promise<Day[]> {
  const collection = db.collection<DayRow>(name)
  const countOf = (day: string) => collection.countDocuments({ shelf: shelfOf(owner, day), ...match })
  return Promise.all(days.map(async ({ day }) => ({ day, count: await countOf(day) })))
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

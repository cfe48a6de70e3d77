import type { Db, Filter } from 'mongodb'
import { countsName, type DayCount, type DayRow, type Reader } from './daybook'

/** A plain call answers everything, but not without end. */
const mostRows = 1_000
/** A search without a day looks through the reader's newest days: at most so many, and no further than so many rows. */
const searchedDays = 31
const searchedRows = 50_000
const defaultSize = 10

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
export async function readPage<R extends DayRow>(
  db: Db,
  name: string,
  reader: Reader,
  query: PageQuery,
): Promise<{ rows: R[]; total: number }> {
  const ascending = query.order === 'asc'
  const match = matchOf(reader, query)
  const counted = await countDays(db, name, reader, query)
  const newestFirst = counted.sort((a, b) => (a.day < b.day ? 1 : -1))
  const days = query.search ? await countMatches(db, name, searchable(newestFirst), match) : newestFirst
  if (ascending) days.reverse()
  const { from, count } = window(query)
  const rows: R[] = []
  for (const { day, skip, limit } of slices(days, from, count)) {
    const sign = ascending ? 1 : -1
    const found = await db
      .collection<DayRow>(name)
      .find({ ...match, day })
      .sort({ at: sign, seq: sign, _id: sign })
      .skip(skip)
      .limit(limit)
      .toArray()
    rows.push(...(found as R[]))
  }
  return { rows, total: days.reduce((sum, day) => sum + day.count, 0) }
}

function window({ page, size }: PageQuery): { from: number; count: number } {
  if (page === undefined && size === undefined) return { from: 0, count: mostRows }
  const count = size ?? defaultSize
  return { from: ((page ?? 1) - 1) * count, count }
}

/** Which part of which day a page needs; days before it are passed over by their counts. */
export function slices(days: readonly Day[], from: number, count: number) {
  const parts: { day: string; skip: number; limit: number }[] = []
  let before = from
  let missing = count
  for (const { day, count: rows } of days) {
    if (missing === 0) break
    if (before >= rows) {
      before -= rows
      continue
    }
    const limit = Math.min(rows - before, missing)
    parts.push({ day, skip: before, limit })
    missing -= limit
    before = 0
  }
  return parts
}

function matchOf({ owner, selfOnly }: Reader, { bucket, search }: PageQuery): Filter<DayRow> {
  return {
    owner,
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

async function countMatches(db: Db, name: string, days: readonly Day[], match: Filter<DayRow>): Promise<Day[]> {
  const collection = db.collection<DayRow>(name)
  return Promise.all(days.map(async ({ day }) => ({ day, count: await collection.countDocuments({ ...match, day }) })))
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

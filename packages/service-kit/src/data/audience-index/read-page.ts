import type { Db, Filter } from 'mongodb'
import { type Cut, cutSpans } from './cut'
import { factsAt, ordinalsOf } from './read-facts'
import type { Fact } from './rows'
import { type DayRange, type Span, slicesOf, spansOf, totalOf } from './spans'

/** A plain call answers everything, but not without end. */
const rowsOfPlainCall = 1_000
const defaultSize = 10
/** A condition is looked for in the reader's newest facts, so many of them, some at a time. */
const scannedMost = 50_000
const scannedTogether = 1_000

export type PageQuery = DayRange & {
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
  /** The list as it was: pages that are read with the same cut never shift. */
  cut?: Cut | undefined
  /** A condition that no index answers. */
  match?: Filter<Fact> | undefined
}

export type FactPage<F> = {
  rows: F[]
  /** Facts that match, before paging. */
  total: number
  /** The newest ordinal of the list: a cut that keeps the next pages as they are now. A moment needs none. */
  until: number | undefined
  /** Present when a condition was looked for in the newest `rows` of `of` facts only. */
  searched: { rows: number; of: number } | undefined
}

/** One page of a reader's facts, newest first unless `order` is `asc`. */
export async function readPage<F extends Fact>(
  db: Db,
  name: string,
  reader: string,
  query: PageQuery,
): Promise<FactPage<F>> {
  const all = await spansOf(db, name, reader, query)
  const spans = query.cut ? await cutSpans(db, name, reader, all, query.cut) : all
  const until = untilOf(spans, query.cut)
  const { from, count } = window(query)
  const newestFirst = query.order !== 'asc'
  if (query.match) {
    const { ordinals, searched } = await search(db, name, reader, spans, query.match)
    if (!newestFirst) ordinals.reverse()
    const rows = await factsAt<F>(db, name, ordinals.slice(from, from + count))
    return { rows, total: ordinals.length, until, searched }
  }
  const slices = slicesOf(spans, from, count, newestFirst)
  const parts = await ordinalsOf(db, name, reader, slices)
  const ordinals = parts.flatMap(part => (newestFirst ? part.reverse() : part))
  return { rows: await factsAt<F>(db, name, ordinals), total: totalOf(spans), until, searched: undefined }
}

function window({ page, size }: PageQuery): { from: number; count: number } {
  if (page === undefined && size === undefined) return { from: 0, count: rowsOfPlainCall }
  const count = size ?? defaultSize
  return { from: ((page ?? 1) - 1) * count, count }
}

function untilOf(spans: readonly Span[], cut: Cut | undefined): number | undefined {
  if (cut) return 'until' in cut ? cut.until : undefined
  return spans.length === 0 ? undefined : spans.reduce((newest, { last }) => Math.max(newest, last), 0)
}

/** Ordinals of what matches among the newest facts, newest first. */
async function search(db: Db, name: string, reader: string, spans: readonly Span[], match: Filter<Fact>) {
  const of = totalOf(spans)
  const rows = Math.min(of, scannedMost)
  const ordinals: number[] = []
  for (let skip = 0; skip < rows; skip += scannedTogether) {
    const slices = slicesOf(spans, skip, Math.min(scannedTogether, rows - skip), true)
    const parts = await ordinalsOf(db, name, reader, slices)
    const block = parts.flatMap(part => part.reverse())
    ordinals.push(...(await factsAt<Fact>(db, name, block, match)).map(({ _id }) => Number(_id)))
  }
  return { ordinals, searched: rows < of ? { rows, of } : undefined }
}

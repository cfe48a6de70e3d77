import type { Db } from 'mongodb'
import { between } from './cut'
import { factsAt, ordinalsOf } from './read-facts'
import type { Fact } from './rows'
import { byDay, monthsOf, type Part, type Span, slicesOf, spansOf, totalOf } from './spans'

/** A plain call answers everything, but not without end. */
const rowsOfPlainCall = 1_000
const defaultSize = 10
/** A condition is looked for in the newest facts of the list, so many of them, some at a time. */
const scannedMost = 50_000
const scannedTogether = 1_000

export type Paging = {
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
}

export type FactPage<F> = {
  rows: F[]
  /** Facts that match, before paging. */
  total: number
  /** The newest ordinal of the list: cut there, the next pages stay as they are now. */
  newest: number | undefined
  /** Present when a condition was looked for in the newest `rows` of `of` facts only. */
  searched: { rows: number; of: number } | undefined
}

/** One page of a list, newest first unless `order` is `asc`. Its parts stand one after the other within each day. */
export async function readPage<F extends Fact>(
  db: Db,
  name: string,
  parts: readonly Part[],
  paging: Paging,
): Promise<FactPage<F>> {
  const spans = await spansOfList(db, name, parts)
  const newest = spans.length === 0 ? undefined : Math.max(...spans.map(({ last }) => last))
  const { from, count } = window(paging)
  const newestFirst = paging.order !== 'asc'
  if (parts.some(({ match }) => match)) {
    const { ordinals, searched } = await search(db, name, spans)
    if (!newestFirst) ordinals.reverse()
    const rows = await factsAt<F>(db, name, ordinals.slice(from, from + count))
    return { rows, total: ordinals.length, newest, searched }
  }
  const found = await ordinalsOf(db, name, slicesOf(spans, from, count, newestFirst))
  const ordinals = found.flatMap(part => (newestFirst ? part.reverse() : part))
  return { rows: await factsAt<F>(db, name, ordinals), total: totalOf(spans), newest, searched: undefined }
}

async function spansOfList(db: Db, name: string, parts: readonly Part[]): Promise<Span[]> {
  const months = await monthsOf(db, name, parts)
  const spans = await Promise.all(
    parts.map(part => Promise.all(spansOf(months, part).map(span => between(db, name, span, part)))),
  )
  return spans
    .flat()
    .filter(({ from, to }) => to > from)
    .sort(byDay)
}

function window({ page, size }: Paging): { from: number; count: number } {
  if (page === undefined && size === undefined) return { from: 0, count: rowsOfPlainCall }
  const count = size ?? defaultSize
  return { from: ((page ?? 1) - 1) * count, count }
}

/** Ordinals of what matches among the newest facts, newest first. */
async function search(db: Db, name: string, spans: readonly Span[]) {
  const of = totalOf(spans)
  const rows = Math.min(of, scannedMost)
  const ordinals: number[] = []
  for (let skip = 0; skip < rows; skip += scannedTogether) {
    const slices = slicesOf(spans, skip, Math.min(scannedTogether, rows - skip), true)
    const found = await ordinalsOf(db, name, slices)
    const facts = await Promise.all(
      slices.map((slice, index) => factsAt<Fact>(db, name, (found[index] ?? []).reverse(), slice.match)),
    )
    ordinals.push(...facts.flat().map(({ _id }) => Number(_id)))
  }
  return { ordinals, searched: rows < of ? { rows, of } : undefined }
}

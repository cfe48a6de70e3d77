import type { Db } from 'mongodb'
import { factsAt, positionReader } from './read-facts'
import type { Fact } from './rows'
import type { Span } from './spans'

/** Where a list ends although more has come since: with an ordinal, or with a moment and its business day. */
export type Cut = { until: number } | { asOf: Date; day: string }

/** The days as they stood at the cut. Within a day ordinals and moments rise, so a day is cut by halving. */
export async function cutSpans(
  db: Db,
  name: string,
  reader: string,
  spans: readonly Span[],
  cut: Cut,
): Promise<Span[]> {
  const cuts = spans.map(async span => {
    if (isWhole(span, cut)) return span
    if ('asOf' in cut && span.day > cut.day) return { ...span, count: 0 }
    return shorten(span, await countUntil(db, name, reader, span, cut))
  })
  return (await Promise.all(cuts)).filter(({ count }) => count > 0)
}

const isWhole = (span: Span, cut: Cut) => ('until' in cut ? span.last <= cut.until : span.day < cut.day)

async function countUntil(db: Db, name: string, reader: string, span: Span, cut: Cut): Promise<number> {
  const ordinalAt = positionReader(db, name, reader, span)
  const isIn = async (position: number) => {
    const ordinal = await ordinalAt(position)
    if ('until' in cut) return ordinal <= cut.until
    const [fact] = await factsAt<Fact>(db, name, [ordinal])
    return fact !== undefined && fact.at <= cut.asOf
  }
  let low = 0
  let high = span.count
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await isIn(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** What is open stays at hand only while the cut lies within it; else it is read from its chunk. */
function shorten(span: Span, count: number): Span {
  const openFrom = span.count - span.open.length
  const open = count > openFrom ? span.open.slice(0, count - openFrom) : []
  return { ...span, count, open }
}

/** Whether a reader's day holds a fact. */
export async function holds(db: Db, name: string, reader: string, span: Span, ordinal: number): Promise<boolean> {
  const count = await countUntil(db, name, reader, span, { until: ordinal })
  if (count === 0) return false
  return (await positionReader(db, name, reader, span)(count - 1)) === ordinal
}

import type { Db } from 'mongodb'
import { factsAt, positionReader } from './read-facts'
import type { Cut, Fact } from './rows'
import type { Part, Span } from './spans'

/** How many of a day's facts stand before the cut or at it. Within a day ordinals and moments rise, so it is halved. */
async function countUntil(db: Db, name: string, span: Span, cut: Cut): Promise<number> {
  if ('ordinal' in cut ? span.last <= cut.ordinal : span.day < cut.day) return span.stored
  if ('day' in cut && span.day > cut.day) return 0
  const ordinalAt = positionReader(db, name, span)
  const isBefore = async (position: number) => {
    const ordinal = await ordinalAt(position)
    if ('ordinal' in cut) return ordinal <= cut.ordinal
    const [fact] = await factsAt<Fact>(db, name, [ordinal])
    return fact !== undefined && fact.at <= cut.at
  }
  let low = 0
  let high = span.stored
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** The part of a day that lies behind one cut and before others. */
export async function between(
  db: Db,
  name: string,
  span: Span,
  { after, until = [] }: Pick<Part, 'after' | 'until'>,
): Promise<Span> {
  const from = after ? await countUntil(db, name, span, after) : span.from
  const ends = await Promise.all(until.map(cut => countUntil(db, name, span, cut)))
  return { ...span, from, to: Math.max(from, Math.min(span.to, ...ends)) }
}

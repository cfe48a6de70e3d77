import type { Db, Filter } from 'mongodb'
import { type Cut, type Fact, type MonthRow, monthId, monthsName } from './rows'

/** What a list is made of: the facts of one reader, between two cuts, that meet a condition. Days are inclusive. */
export type Part = {
  reader: string
  day?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Leaves out what was there already. */
  after?: Cut | undefined
  /** Leaves out what came later than any of them. */
  until?: readonly Cut[] | undefined
  /** A condition that no list answers: it is looked for in the newest facts. */
  match?: Filter<Fact> | undefined
}

/** Positions `from` to `to` - 1 of a reader's day, oldest first. */
export type Span = {
  reader: string
  day: string
  from: number
  to: number
  /** How many facts the day has, and the ordinal of the last one. */
  stored: number
  last: number
  /** The end of the day that is in no chunk yet. */
  open: readonly number[]
  match?: Filter<Fact> | undefined
}

const firstOf = ({ day, from }: Part) => day ?? from ?? '0000-00-00'
const lastOf = ({ day, to }: Part) => day ?? to ?? '9999-99-99'

/** The months of a list by reader, read once for each, into however many parts it is cut. */
export async function monthsOf(db: Db, name: string, parts: readonly Part[]): Promise<Map<string, MonthRow[]>> {
  const readers = [...new Set(parts.map(({ reader }) => reader))]
  const months = await Promise.all(
    readers.map(async reader => {
      const own = parts.filter(part => part.reader === reader)
      const from = own.map(firstOf).reduce((a, b) => (a < b ? a : b))
      const to = own.map(lastOf).reduce((a, b) => (a > b ? a : b))
      const _id = { $gte: monthId(reader, from), $lte: monthId(reader, to) }
      return [reader, await db.collection<MonthRow>(monthsName(name)).find({ _id }).toArray()] as const
    }),
  )
  return new Map(months)
}

/** The days of a part, oldest first. */
export function spansOf(months: ReadonlyMap<string, readonly MonthRow[]>, part: Part): Span[] {
  const from = firstOf(part)
  const to = lastOf(part)
  return (months.get(part.reader) ?? [])
    .filter(({ _id }) => _id.slice(-7) >= from.slice(0, 7) && _id.slice(-7) <= to.slice(0, 7))
    .flatMap(month => spansOfMonth(part.reader, month))
    .filter(({ day }) => day >= from && day <= to)
    .map(span => ({ ...span, match: part.match }))
    .sort(byDay)
}

function spansOfMonth(reader: string, { _id, days, open }: MonthRow): Span[] {
  const month = _id.slice(-7)
  return Object.entries(days).map(([date, { count, last }]) => {
    const day = `${month}-${date}`
    const stored = Number(count)
    const refs = open.day === day ? open.refs.map(Number) : []
    return { reader, day, from: 0, to: stored, stored, last: Number(last), open: refs }
  })
}

export const byDay = (a: Span, b: Span) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)

/** The parts of the spans that hold `count` facts after the first `skip`, in the order in which the list shows them. */
export function slicesOf(spans: readonly Span[], skip: number, count: number, newestFirst: boolean): Span[] {
  const slices: Span[] = []
  let before = skip
  let missing = count
  for (const span of newestFirst ? spans.toReversed() : spans) {
    if (missing === 0) break
    const size = span.to - span.from
    if (before >= size) {
      before -= size
      continue
    }
    const taken = Math.min(size - before, missing)
    const from = newestFirst ? span.to - before - taken : span.from + before
    slices.push({ ...span, from, to: from + taken })
    missing -= taken
    before = 0
  }
  return slices
}

export const totalOf = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0)

import type { Db } from 'mongodb'
import { type MonthRow, monthId, monthsName } from './rows'

/** A reader's facts of one day: positions 0 to `count` - 1, oldest first. */
export type Span = { day: string; count: number; last: number; open: readonly number[] }

export type DayRange = { day?: string | undefined; from?: string | undefined; to?: string | undefined }

/** The days on which a reader has facts, oldest first; a range of days is inclusive. */
export async function spansOf(db: Db, name: string, reader: string, range: DayRange): Promise<Span[]> {
  const from = range.day ?? range.from ?? '0000-00-00'
  const to = range.day ?? range.to ?? '9999-99-99'
  const months = await db
    .collection<MonthRow>(monthsName(name))
    .find({ _id: { $gte: monthId(reader, from), $lte: monthId(reader, to) } })
    .toArray()
  return months
    .flatMap(month => spansOfMonth(month))
    .filter(({ day, count }) => count > 0 && day >= from && day <= to)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

function spansOfMonth({ _id, days, open }: MonthRow): Span[] {
  const month = _id.slice(-7)
  return Object.entries(days).map(([date, { count, last }]) => {
    const day = `${month}-${date}`
    return { day, count: Number(count), last: Number(last), open: open.day === day ? open.refs.map(Number) : [] }
  })
}

/** Part of a day: positions `from` to `to` - 1, oldest first. */
export type Slice = { span: Span; from: number; to: number }

/** The slices that hold `count` facts after the first `skip`, in the order in which the list shows them. */
export function slicesOf(spans: readonly Span[], skip: number, count: number, newestFirst: boolean): Slice[] {
  const slices: Slice[] = []
  let before = skip
  let missing = count
  for (const span of newestFirst ? [...spans].reverse() : spans) {
    if (missing === 0) break
    if (before >= span.count) {
      before -= span.count
      continue
    }
    const taken = Math.min(span.count - before, missing)
    const from = newestFirst ? span.count - before - taken : before
    slices.push({ span, from, to: from + taken })
    missing -= taken
    before = 0
  }
  return slices
}

export const totalOf = (spans: readonly Span[]) => spans.reduce((sum, { count }) => sum + count, 0)

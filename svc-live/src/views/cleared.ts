import type { Hidden } from '@cascade/service-kit'

/** A list by day, each day's rows in the order in which they were booked. */
export type Source<T> = { days: Day[]; read: (part: Part) => Promise<T[]> }

/**
 * A list without what was cleared: of each day the rows up to the moment of its clearing. They are the first ones of
 * their day, so that their number is found by halving, in a few reads of one row.
 */
export async function withoutCleared<T extends { at: Date }>(
  { days, read }: Source<T>,
  hidden: readonly Hidden[],
): Promise<Source<T>> {
  const skipped = new Map<string, number>()
  for (const { day, count } of days) {
    const clearing = hidden.find(({ from, to }) => from <= day && day <= to)
    if (clearing) skipped.set(day, await rowsUntil(clearing.at, count, from => read({ day, from, count: 1 })))
  }
  const shown = days.map(({ day, count }) => ({ day, count: count - (skipped.get(day) ?? 0) }))
  return {
    days: shown.filter(({ count }) => count > 0),
    read: part => read({ ...part, from: part.from + (skipped.get(part.day) ?? 0) }),
  }
}

/** A list as it stood at a moment: of its day the rows until then, and none of later days. */
export async function untilMoment<T extends { at: Date }>(
  { days, read }: Source<T>,
  { asOf, day }: { asOf: Date; day: string },
): Promise<Source<T>> {
  const shown: Day[] = []
  for (const each of days) {
    if (each.day > day) continue
    const isLast = each.day === day
    const count = isLast ? await rowsUntil(asOf, each.count, from => read({ day, from, count: 1 })) : each.count
    if (count > 0) shown.push({ day: each.day, count })
  }
  return { days: shown, read }
}

/** How many rows of a day stood there at a moment. */
async function rowsUntil(moment: Date, count: number, rowAt: (place: number) => Promise<{ at: Date }[]>) {
  const isHidden = async (place: number) => {
    const [row] = await rowAt(place)
    return row !== undefined && row.at <= moment
  }
  // Mostly a day that is over was cleared as a whole.
  if (await isHidden(count - 1)) return count
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await isHidden(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether what was told of a day at a moment is hidden. */
export const isCleared = (hidden: readonly Hidden[], day: string, at: Date): boolean =>
  hidden.some(part => part.from <= day && day <= part.to && at <= part.at)

type Day = { day: string; count: number }
/** Places `from` to `from + count - 1` of the list of a day, counted from the oldest. */
type Part = { day: string; from: number; count: number }

/**
 * Where a page lies in lists that are kept by day, oldest first.
 * @param days newest first
 * @param skip rows before the page, in the order of the page
 * @returns parts in the order of the page; each is to be read and, unless ascending, turned round
 */
export function partsOfPage(days: readonly Day[], isAscending: boolean, skip: number, size: number): Part[] {
  const ordered = isAscending ? days.toReversed() : days
  const parts: Part[] = []
  let before = skip
  let missing = size
  for (const { day, count } of ordered) {
    if (missing <= 0) break
    if (before >= count) {
      before -= count
      continue
    }
    const taken = Math.min(count - before, missing)
    parts.push({ day, from: isAscending ? before : count - before - taken, count: taken })
    missing -= taken
    before = 0
  }
  return parts
}

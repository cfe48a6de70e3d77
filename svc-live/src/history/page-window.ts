export type Day = { day: string; count: number }
/** Places `from` to `from + count - 1` of the list of a day, counted from the oldest. */
export type Part = { day: string; from: number; count: number }

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

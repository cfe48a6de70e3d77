/** The day before or after, `YYYY-MM-DD`; calendar days, whatever the zone. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** Inclusive, `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

/** The months of a range, whole or in part. */
export function monthsOf({ from, to }: Days): { month: string; isWhole: boolean }[] {
  const months: { month: string; isWhole: boolean }[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addDays(`${month}-28`, 4).slice(0, 7)) {
    const last = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
    months.push({ month, isWhole: from <= `${month}-01` && to >= last })
  }
  return months
}

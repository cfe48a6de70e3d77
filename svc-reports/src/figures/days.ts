import { addDays, type Days } from '@cascade/service-kit'

/** The months of a range, whole or in part. */
export function monthsOf({ from, to }: Days): { month: string; isWhole: boolean }[] {
  const months: { month: string; isWhole: boolean }[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addDays(`${month}-28`, 4).slice(0, 7)) {
    const last = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
    months.push({ month, isWhole: from <= `${month}-01` && to >= last })
  }
  return months
}

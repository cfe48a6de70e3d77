import { businessDay } from '@cascade/service-kit'

/** Rows are spread over so many days up to now. */
export const daysShown = 30
const dayMs = 86_400_000

const zone = process.env.BUSINESS_ZONE ?? 'Asia/Kolkata'

export const dayAt = (at: Date) => businessDay(at, zone)

/** Moments and their business days, evenly from `daysShown` days ago until now. */
export function momentsOf(count: number): { at: Date; day: string }[] {
  const end = Date.now()
  const start = end - (daysShown - 1) * dayMs
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(start + Math.floor(((end - start) * (index + 1)) / count))
    return { at, day: dayAt(at) }
  })
}

type Day = string | number | undefined

/** The first moment of a day of the reader, as the contracts write it; undefined for what is no day. */
export const startOfDay = (day: Day) => timeOf(day, '00:00:00.000')
/** The last moment of it. */
export const endOfDay = (day: Day) => timeOf(day, '23:59:59.999')

function timeOf(day: Day, time: string): string | undefined {
  const at = new Date(`${day}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

import { z } from 'zod'

/** Marks a text in a schema; the document of the calls says what it means on the day that it is made. */
export const pastDate = 'past-date'

const earliest = '1900-01-01'
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, before today and not before 1900. */
export const isPastDate = (text: string, now = new Date()): boolean =>
  z.regexes.date.test(text) && text >= earliest && text < dayOf(now)

/** Month and day, without 29 February. */
export const anyDay =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))'
/** The same as a regular expression, for those who only read the document: years, then months, then days before today. */
export function pastDatePattern(now = new Date(), firstYear = 1900): string {
  const [year = 0, month = 0, day = 0] = dayOf(now).split('-').map(Number)
  const two = (value: number) => String(value).padStart(2, '0')
  const upTo = (last: number) => `(?:${Array.from({ length: last }, (_, at) => two(at + 1)).join('|')})`
  const years = Array.from({ length: year - firstYear }, (_, at) => firstYear + at).join('|')
  const before = [
    `(?:${years})-${anyDay}`,
    ...(month > 1 ? [`${year}-(?=${upTo(month - 1)})${anyDay}`] : []),
    ...(day > 1 ? [`${year}-(?=${two(month)}-${upTo(day - 1)})${anyDay}`] : []),
  ]
  return `^(?:${before.join('|')})$`
}

import { z } from 'zod'
import { optional } from '../define'

/** Marks a text in a schema; the document of the calls says what it means on the day that it is made. */
export const pastDate = 'past-date'

const earliest = '1900-01-01'
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, before today and not before 1900. */
export const isPastDate = (text: string, now = new Date()): boolean =>
  z.regexes.date.test(text) && text >= earliest && text < dayOf(now)

/** Month and day, without 29 February. */
const anyDay =
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

/** Marks a past moment in a schema, as `pastDate` does a date. */
export const pastMoment = 'past-moment'

const leapYears = '(?:19(?:7[26]|8[048]|9[26])|20(?:[02468][048]|[13579][26]))'
const days = `(?:(?:19[7-9]\\d|20\\d\\d)-${anyDay}|${leapYears}-02-29)`
const time = 'T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?'
const offset = '(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)'

/** `YYYY-MM-DD`, a day of the calendar from 1970 to 2099: whatever else is a date is a slip of the pen. */
export const calendarDay = (message = 'Not a date') => z.string(message).regex(new RegExp(`^${days}$`), message)

/** A moment of these years in UTC, `2026-03-01T10:00:00Z`. */
export const Moment = z.string().regex(new RegExp(`^${days}${time}Z$`), 'Not a moment')

/** A day, or a moment of any zone, which stands for its day in the business zone. */
export const dayOrMoment = (message = 'Not a date') =>
  z.string(message).regex(new RegExp(`^${days}(?:${time}${offset})?$`), message)

/** A past moment: the answer is what was shown then. Moments to come are refused. */
export const AsOf = Moment.meta({ format: pastMoment })

/** As `pastDatePattern`, of moments in UTC since 1970. */
export const pastMomentPattern = (now = new Date()) => pastDatePattern(now, 1970).replace(/\$$/, `${time}Z$`)

/** The numbers by which the specification names periods. */
export const presets = {
  today: 7,
  yesterday: 6,
  currentWeek: 5,
  lastWeek: 4,
  lastMonth: 3,
  currentMonth: 2,
  lastSixMonths: 1,
  /** Days that the user chooses. */
  dateRange: 8,
} as const
export type Preset = (typeof presets)[keyof typeof presets]

/** A preset as it stands in a query. */
export const PresetQuery = z.coerce
  .number()
  .pipe(z.union(Object.values(presets).map(value => z.literal(value))))
  .meta({ enum: Object.values(presets) })

/** A day, or a moment, which stands for its day in the business zone. */
const Day = optional(dayOrMoment())

/**
 * The days of a report, both inclusive, or a preset that the server turns into days of the business zone; without
 * either: today. Weeks begin on Monday.
 */
export const PeriodQuery = {
  preset: optional(PresetQuery),
  startDate: Day,
  endDate: Day,
  asOf: AsOf.optional(),
}

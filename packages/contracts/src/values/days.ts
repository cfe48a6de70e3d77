import { z } from 'zod'
import { optionalFilter } from '../define'

/**
 * Schema marker for a past date; the OpenAPI document replaces it with the pattern of the day on which it is generated.
 */
export const pastDate = 'past-date'

const earliest = '1900-01-01'
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The day `YYYY-MM-DD` of a moment in a named IANA zone. Made of its parts: how a locale arranges a day differs between
 * browsers (`en-CA` begins with the month in WebKitGTK).
 * @throws RangeError for an unknown zone
 */
export function dayIn(zone: string, at: Date | number): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(zone, format)
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** Whether a text is a calendar day, `YYYY-MM-DD`, before today and not before 1900. */
export const isPastDate = (text: string, now = new Date()): boolean =>
  z.regexes.date.test(text) && text >= earliest && text < dayOf(now)

const anyDay =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))'
/**
 * `isPastDate` as a regular expression for the OpenAPI document (without 29 February): past years, then past months of
 * this year, then past days of this month.
 */
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

/** Schema marker for a past timestamp, like `pastDate`. */
export const pastMoment = 'past-moment'

const leapYears = '(?:19(?:7[26]|8[048]|9[26])|20(?:[02468][048]|[13579][26]))'
const days = `(?:(?:19[7-9]\\d|20\\d\\d)-${anyDay}|${leapYears}-02-29)`
const time = 'T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?'
const offset = '(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)'

/** `YYYY-MM-DD`, a calendar day from 1970 to 2099; anything else is assumed to be a typo. */
export const calendarDay = (message = 'Not a date') => z.string(message).regex(new RegExp(`^${days}$`), message)

/** A timestamp of these years in UTC, `2026-03-01T10:00:00Z`. */
export const Moment = z.string().regex(new RegExp(`^${days}${time}Z$`), 'Not a moment')

/** A day, or a timestamp with any offset that stands for its day in the business time zone. */
export const dayOrMoment = (message = 'Not a date') =>
  z.string(message).regex(new RegExp(`^${days}(?:${time}${offset})?$`), message)

/** A past timestamp: the response shows the state of that moment. Future ones are rejected. */
export const AsOf = Moment.meta({ format: pastMoment })

/** `pastDatePattern` for UTC timestamps since 1970. */
export const pastMomentPattern = (now = new Date()) => pastDatePattern(now, 1970).replace(/\$$/, `${time}Z$`)

/** Numbers of the periods in the specification. */
export const presets = {
  today: 7,
  yesterday: 6,
  currentWeek: 5,
  lastWeek: 4,
  lastMonth: 3,
  currentMonth: 2,
  lastSixMonths: 1,
  /** Custom range. */
  dateRange: 8,
} as const
export type Preset = (typeof presets)[keyof typeof presets]

/** A preset in a query string. */
export const PresetQuery = z.coerce
  .number()
  .pipe(z.union(Object.values(presets).map(value => z.literal(value))))
  .meta({ enum: Object.values(presets) })

const Day = optionalFilter(dayOrMoment())

/**
 * The period of a report: `startDate` and `endDate`, both inclusive, or a preset that the server resolves in the
 * business time zone. Default: today. Weeks start on Monday.
 */
export const PeriodQuery = {
  preset: optionalFilter(PresetQuery),
  startDate: Day,
  endDate: Day,
  asOf: AsOf.optional(),
}

import { z } from 'zod'
import { anyDay, pastDatePattern } from './dates'

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

export { formatPoints } from '@cascade/contracts'

const dateTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
})
const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })
const time = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short' })
const count = new Intl.NumberFormat('en-US')

type Time = string | number | Date | null | undefined

function formatWith(format: Intl.DateTimeFormat, time: Time): string {
  if (time === null || time === undefined || time === '') return ''
  const value = new Date(time)
  return Number.isNaN(value.getTime()) ? '' : format.format(value)
}

/** `YYYY-MM-DD HH:mm:ss` in the reader's zone; empty when there is no time. */
export const formatDateTime = (time: Time) => formatWith(dateTime, time)
/** `YYYY-MM-DD` in the reader's zone. */
export const formatDate = (time: Time) => formatWith(date, time)
/** `HH:mm` in the reader's zone. */
export const formatTime = (moment: Time) => formatWith(time, moment)
/** A whole number with grouped thousands. */
export const formatCount = (value: number) => count.format(value)

const ago = new Intl.RelativeTimeFormat('en')
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `12 minutes ago`, in the largest unit of which there is a whole one. */
export function formatAge(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? units[3]
  return ago.format(-Math.floor(seconds / length), unit)
}

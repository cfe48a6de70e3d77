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

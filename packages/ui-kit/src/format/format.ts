import { businessClock, type Time } from './zone'

export { formatPoints } from '@cascade/contracts'
export { formatCount, formatDate, formatDateTime } from '@cascade/files'

/** `HH:mm` in the business zone. */
export const formatTime = (time: Time) => businessClock(time).slice(11, 16)

const ago = new Intl.RelativeTimeFormat('en')
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `12 minutes ago`, in the largest unit that fits. */
export function formatAge(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? units[3]
  return ago.format(-Math.floor(seconds / length), unit)
}

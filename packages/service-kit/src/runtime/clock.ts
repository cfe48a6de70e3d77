import { dayIn } from '@cascade/contracts'

const minuteMs = 60_000
let cached = { zone: '', minute: Number.NaN, day: '' }

/** Business day `YYYY-MM-DD` of a moment in a named IANA zone. */
export function businessDay(at: Date, zone: string): string {
  const minute = Math.floor(at.getTime() / minuteMs)
  if (cached.minute !== minute || cached.zone !== zone) cached = { zone, minute, day: dayIn(zone, at) }
  return cached.day
}

/** Resolves after the delay, or early and without an error when `signal` aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done)
  })
}

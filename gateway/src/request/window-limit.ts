import { tooMany } from '@cascade/service-kit'

/** More keys than this in one window share one count: memory stays bounded whoever calls. */
const mostKeys = 100_000
const theOthers = ''

/**
 * How often a key may come in a window of time.
 * @returns takes one of a key's turns; @throws AppError TOO_MANY_REQUESTS with the seconds until the window is over
 */
export function createWindowLimit(options: { turns: number; windowMs: number; now?: () => number }) {
  const { turns, windowMs, now = Date.now } = options
  const taken = new Map<string, number>()
  let endsAt = 0

  return (key: string): void => {
    const at = now()
    if (at >= endsAt) {
      taken.clear()
      endsAt = at + windowMs
    }
    const counted = taken.has(key) || taken.size < mostKeys ? key : theOthers
    const count = (taken.get(counted) ?? 0) + 1
    if (count > turns) throw tooMany(Math.max(1, Math.ceil((endsAt - at) / 1000)))
    taken.set(counted, count)
  }
}

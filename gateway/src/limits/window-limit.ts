import { tooMany } from '@cascade/service-kit'

/** More keys than this in one window share one count: memory stays bounded whoever calls. */
const keysMax = 100_000
const overflowKey = ''

type Window = { callsMax: number; windowMs: number; now?: () => number }

/**
 * How often a key may come in a window of time.
 * @returns takes one of a key's turns; @throws AppError TOO_MANY_REQUESTS with the seconds until the window is over
 */
export function createWindowLimit(options: Window) {
  const take = createWindow(options)
  return (key: string): void => {
    const waitSeconds = take(key)
    if (waitSeconds > 0) throw tooMany(waitSeconds)
  }
}

/** @returns takes one of a key's turns, or says how many seconds the window lasts that has none left */
export function createWindow({ callsMax, windowMs, now = Date.now }: Window) {
  const counts = new Map<string, number>()
  let endsAt = 0

  return (key: string): number => {
    const at = now()
    if (at >= endsAt) {
      counts.clear()
      endsAt = at + windowMs
    }
    const countedKey = counts.has(key) || counts.size < keysMax ? key : overflowKey
    const count = (counts.get(countedKey) ?? 0) + 1
    if (count > callsMax) return Math.max(1, Math.ceil((endsAt - at) / 1000))
    counts.set(countedKey, count)
    return 0
  }
}

import { tooMany } from '@cascade/service-kit'

/** Further keys in a window share one count, which bounds memory. */
const keysMax = 100_000
const overflowKey = ''

type Window = { callsMax: number; windowMs: number; now?: () => number }

/**
 * Fixed-window rate limit by key.
 * @returns counts a call of a key
 * @throws AppError TOO_MANY_REQUESTS with the seconds left in the window, from the returned function
 */
export function createWindowLimit(options: Window) {
  const take = createWindow(options)
  return (key: string): void => {
    const waitSeconds = take(key)
    if (waitSeconds > 0) throw tooMany(waitSeconds)
  }
}

/** @returns counts a call of a key; 0, or the seconds left in the window when the limit is reached */
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

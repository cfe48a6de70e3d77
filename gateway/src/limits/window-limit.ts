import { tooMany } from '@cascade/service-kit'

/** Further keys in a window share one count, which bounds memory. */
const keysMax = 100_000
const overflowKey = ''

/** A key may belong to a group, e.g. a session to its account: the group has `groupFactor` times the calls of a key. */
type Window = { callsMax: number; windowMs: number; groupFactor?: number; now?: () => number }

/**
 * Fixed-window rate limit by key and group.
 * @returns a function that counts one call of a key
 * @throws AppError TOO_MANY_REQUESTS with the seconds left in the window, from the returned function
 */
export function createWindowLimit(options: Window) {
  const take = createWindow(options)
  return (key: string, group?: string): void => {
    const waitSeconds = take(key, group)
    if (waitSeconds > 0) throw tooMany(waitSeconds)
  }
}

/**
 * @returns a function that counts one call of a key and returns 0, or the seconds until the window ends if the limit of the
 *   key or its group is reached
 */
export function createWindow({ callsMax, windowMs, groupFactor = 1, now = Date.now }: Window) {
  const ofKey = createCounts(callsMax)
  const ofGroup = createCounts(callsMax * groupFactor)
  let endsAt = 0

  return (key: string, group?: string): number => {
    const at = now()
    if (at >= endsAt) {
      ofKey.clear()
      ofGroup.clear()
      endsAt = at + windowMs
    }
    const isFull = (group !== undefined && ofGroup.isFull(group)) || ofKey.isFull(key)
    if (isFull) return Math.max(1, Math.ceil((endsAt - at) / 1000))
    ofKey.add(key)
    if (group !== undefined) ofGroup.add(group)
    return 0
  }
}

function createCounts(most: number) {
  const counts = new Map<string, number>()
  const countedKey = (key: string) => (counts.has(key) || counts.size < keysMax ? key : overflowKey)
  const countOf = (key: string) => counts.get(countedKey(key)) ?? 0
  return {
    isFull: (key: string) => countOf(key) >= most,
    add: (key: string) => counts.set(countedKey(key), countOf(key) + 1),
    clear: () => counts.clear(),
  }
}

const slotMs = 5 * 60_000
const slots = 12
const keysMax = 500

export type HourCounts = ReturnType<typeof createHourCounts>

/** Counts of the last hour, in steps of five minutes, of the 500 most recent keys. */
export function createHourCounts(now: () => number = Date.now) {
  const counts = new Map<string, { slot: number; count: number }[]>()
  const slotNow = () => Math.floor(now() / slotMs)
  const recent = (key: string) => (counts.get(key) ?? []).filter(({ slot }) => slot > slotNow() - slots)
  return {
    add(...parts: string[]): void {
      const key = parts.join(' ')
      const entries = recent(key)
      const last = entries.at(-1)
      if (last?.slot === slotNow()) last.count += 1
      else entries.push({ slot: slotNow(), count: 1 })
      counts.delete(key)
      counts.set(key, entries)
      for (const oldest of counts.keys()) {
        if (counts.size <= keysMax) break
        counts.delete(oldest)
      }
    },
    read: (...parts: string[]): number => recent(parts.join(' ')).reduce((sum, { count }) => sum + count, 0),
  }
}

const slotMs = 5 * 60_000
const slotsMax = 12
const keysMax = 500

export type HourCounts = ReturnType<typeof createHourCounts>

/** Counts of the last hour by remote and version, in steps of five minutes; at most 500, the oldest is dropped. */
export function createHourCounts(now: () => number = Date.now) {
  const counts = new Map<string, Map<number, number>>()
  const slotNow = () => Math.floor(now() / slotMs)
  return {
    add(id: string, version: string): void {
      const key = `${id} ${version}`
      const slots = counts.get(key) ?? new Map<number, number>()
      for (const slot of slots.keys()) if (slot <= slotNow() - slotsMax) slots.delete(slot)
      slots.set(slotNow(), (slots.get(slotNow()) ?? 0) + 1)
      counts.set(key, slots)
      if (counts.size > keysMax) counts.delete(counts.keys().next().value ?? '')
    },
    read: (id: string, version: string): number =>
      [...(counts.get(`${id} ${version}`) ?? [])].reduce(
        (sum, [slot, count]) => (slot > slotNow() - slotsMax ? sum + count : sum),
        0,
      ),
  }
}

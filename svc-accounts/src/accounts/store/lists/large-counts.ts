import { createBoundedMap } from '../../../bounded-map'

/** So many are counted each time. */
const alwaysCounted = 1_000
const youngMs = 5_000
const oldestMs = 30_000
/** What takes long is counted for a fiftieth of the time at most, and told for so much longer than it took. */
const youngFor = 50
const oldestFor = 500
const capacity = 500

type Known = { total: number; at: number; tookMs: number; isCounting: boolean }

/**
 * Totals of lists. To count costs as much as a list is long: a long one's total is told from memory, and counted anew
 * beside the answer once it is no longer young. What is young, and what is too old to be told, depends on the costs.
 * @param now milliseconds that never go back
 */
export function createLargeCounts(now = () => performance.now()) {
  const known = createBoundedMap<Known>(capacity)

  async function countNow(key: string, count: () => Promise<number>): Promise<number> {
    const at = now()
    const total = await count()
    if (total > alwaysCounted || known.get(key)) {
      known.set(key, { total, at, tookMs: now() - at, isCounting: false })
    }
    return total
  }

  return async (key: string, count: () => Promise<number>): Promise<number> => {
    const last = known.get(key)
    if (!last || last.total <= alwaysCounted || now() - last.at > Math.max(oldestMs, oldestFor * last.tookMs))
      return countNow(key, count)
    if (now() - last.at > Math.max(youngMs, youngFor * last.tookMs) && !last.isCounting) {
      last.isCounting = true
      void countNow(key, count).catch(() => {
        last.isCounting = false
      })
    }
    return last.total
  }
}

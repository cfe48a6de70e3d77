import { createBoundedMap } from '../../bounded-map'

/** So many are counted each time. */
const alwaysCounted = 1_000
const youngMs = 5_000
const oldestMs = 30_000
const capacity = 500

type Known = { total: number; at: number; isCounting: boolean }

/**
 * Totals of lists. To count costs as much as a list is long: a long one's total is told from memory, and counted anew
 * beside the answer once it is no longer young.
 * @param now milliseconds that never go back
 */
export function createLargeCounts(now = () => performance.now()) {
  const known = createBoundedMap<Known>(capacity)

  async function countNow(key: string, count: () => Promise<number>): Promise<number> {
    const at = now()
    const total = await count()
    if (total > alwaysCounted || known.get(key)) known.set(key, { total, at, isCounting: false })
    return total
  }

  return async (key: string, count: () => Promise<number>): Promise<number> => {
    const last = known.get(key)
    if (!last || last.total <= alwaysCounted || now() - last.at > oldestMs) return countNow(key, count)
    if (now() - last.at > youngMs && !last.isCounting) {
      last.isCounting = true
      void countNow(key, count).catch(() => {
        last.isCounting = false
      })
    }
    return last.total
  }
}

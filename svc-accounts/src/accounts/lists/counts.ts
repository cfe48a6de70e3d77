import { createBoundedMap } from '../../caching/bounded-map'
import { usernameOrderOf } from '../account'

/** So many are counted each time. */
const alwaysCounted = 1_000
const youngMs = 5_000
const oldestMs = 30_000
/** What takes long is counted for a fiftieth of the time at most, and told for so much longer than it took. */
const youngFor = 50
const oldestFor = 500
const capacity = 500

type Count = { total: number; at: number; tookMs: number; isCounting: boolean }

/**
 * Totals of lists. To count costs as much as a list is long: a long one's total is told from memory, and counted anew
 * beside the answer once it is no longer young. What is young, and what is too old to be told, depends on the costs.
 * @param now milliseconds that never go back
 */
export function createLargeCounts(now = () => performance.now()) {
  const known = createBoundedMap<Count>(capacity)

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

export type Direction = 1 | -1

/** A range cut at some keys: `between` answers the part from one cut to another, counted in the direction of reading. */
export type Cuts = { count: number; between: (from: number, to: number) => Range }

/** @param keys those that lie in the range, in rising order */
export function cutsOf(keys: readonly string[], range: Range, direction: Direction): Cuts {
  const count = keys.length + 1
  const { $lt, ...low } = range
  return {
    count,
    between(from, to) {
      const until = Math.min(to, count)
      const [first, last] = direction === 1 ? [from, until] : [count - until, count - from]
      return {
        ...(first === 0 ? low : { $gte: keys[first - 1] as string }),
        ...(last === count ? ($lt === undefined ? {} : { $lt }) : { $lt: keys[last - 1] as string }),
      }
    },
  }
}

/** What of a range stands behind a key, in the direction of reading. */
export const beyond = ({ $gt, $gte, $lt }: Range, key: string, direction: Direction): Range =>
  direction === 1
    ? { $gt: key, ...($lt === undefined ? {} : { $lt }) }
    : { ...($gt === undefined ? {} : { $gt }), ...($gte === undefined ? {} : { $gte }), $lt: key }

/** A stretch of keys in their order; `$gte` or `$gt`, never both. */
export type Range = { $gt?: string; $gte?: string; $lt?: string }

const numberWidth = 10

/**
 * Where in the order of usernames those stand that begin with `text`, in lower case, and are longer. Running numbers are
 * padded there: after `player7` come `player70` to `player79`, far behind them `player700` to `player799`.
 * @returns undefined for a number that begins with a zero, which no generated username has, or that is longer than any.
 */
export function prefixRanges(text: string): Range[] | undefined {
  const digits = /\d+$/.exec(text)?.[0] ?? ''
  const order = usernameOrderOf(text)
  const alike = { $gt: order, $lt: `${order}\uffff` }
  if (digits === '') return [alike]
  if (digits.startsWith('0') || digits.length > numberWidth) return undefined
  const stem = order.slice(0, -numberWidth)
  const longer = Array.from({ length: numberWidth - digits.length }, (_, at): Range => {
    const [first, last] = ['0', '9'].map(digit => stem + (digits + digit.repeat(at + 1)).padStart(numberWidth, '0'))
    return { $gte: first as string, $lt: `${last}\uffff` }
  })
  return [alike, ...longer]
}

import { usernameOrderOf } from './search-keys'

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

import { compareKeys, keyOfStored } from './levels'

/** The fields whose orders are walked in an index of the field alone, with what no value of theirs stands before. */
const least = {
  uniqueId: '',
  nameKey: '',
  lastNameKey: '',
  email: '',
  cityKey: '',
  phone: Number.NEGATIVE_INFINITY,
  commissionBp: Number.NEGATIVE_INFINITY,
  active: false,
  isLoggedIn: false,
  lastLogin: new Date(0),
  createdAt: new Date(0),
}
export type SortedField = keyof typeof least

export const isSortedField = (field: string): field is SortedField => field in least

type Bounds = { $gte?: unknown; $lt?: unknown; $lte?: unknown }
/** A part of an order: what lies between two values, or one value, which many accounts may have. */
export type Part = { between: Bounds } | { only: unknown; isFrequent: boolean }

/** What so many milestones have is many accounts'. */
const frequent = 16

/**
 * The parts of an order, rising: every account stands in one of them, wherever the milestones stand.
 * @param values of the milestones in that order; those that have none come first
 */
export function partsOf(field: SortedField, values: readonly unknown[]): Part[] {
  const some = values.filter(value => value !== undefined && value !== null)
  const parts: Part[] = [{ only: null, isFrequent: values.length - some.length >= frequent }]
  let from: unknown = least[field]
  for (let at = 0; at < some.length; ) {
    const value = some[at]
    const start = at
    while (at < some.length && compareKeys(keyOfStored(some[at]), keyOfStored(value)) === 0) at++
    const isFrequent = at - start >= frequent
    // The embedded server reads what is equal to an end, even where the end does not belong to the range.
    const before = isFrequent ? beside(value, -1) : undefined
    if (!isFrequent) parts.push({ between: { $gte: from, $lt: value } })
    else if (from !== undefined && before !== undefined) parts.push({ between: { $gte: from, $lte: before } })
    if (isFrequent) parts.push({ only: value, isFrequent })
    from = isFrequent ? beside(value, 1) : value
  }
  return from === undefined ? parts : [...parts, { between: { $gte: from } }]
}

/** The value next to one. No text of an account holds the first of all characters, and the last of all is none. */
function beside(value: unknown, step: 1 | -1): unknown {
  if (typeof value === 'boolean') return value === (step === 1) ? undefined : !value
  if (typeof value === 'number') return value + step
  if (value instanceof Date) return new Date(value.getTime() + step)
  return step === 1 ? `${value}\u0001` : justBelow(String(value))
}

function justBelow(text: string): string | undefined {
  const characters = [...text]
  const last = characters.pop()?.codePointAt(0)
  if (last === undefined) return undefined
  const start = characters.join('')
  if (last === 0) return start
  // Half characters are none.
  const before = last === 0xe000 ? 0xd7ff : last - 1
  return `${start}${String.fromCodePoint(before, 0x10ffff)}`
}

/** What some parts hold together that follow one another: so many at most, and one value alone. */
export function stretchOf(
  parts: readonly Part[],
  at: number,
  most: number,
  direction: 1 | -1,
): { wanted: unknown; next: number } {
  const [first] = parts.slice(at, at + 1)
  if (!first || 'only' in first) return { wanted: first?.only, next: at + 1 }
  let next = at + 1
  let last = first
  for (let part = parts[next]; next < at + most && part && 'between' in part; part = parts[++next]) last = part
  const [low, high] = direction === 1 ? [first.between, last.between] : [last.between, first.between]
  return { wanted: { ...high, $gte: low.$gte }, next }
}

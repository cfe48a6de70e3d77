/** A value that has exactly one canonical text. */
type Canonical =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Canonical[]
  | { [key: string]: Canonical }

const loneSurrogate = /\p{Cs}/u

/**
 * The one text of a value: JSON without blanks, keys sorted by UTF-16 code units, members that are undefined left out,
 * bigints as decimal text. It is RFC 8785 without fractions, so that no two languages can write a number differently.
 * @throws TypeError for what has no such text: fractions, unsafe integers, halves of a surrogate pair, functions, dates.
 */
export function canonicalJson(value: unknown): string {
  return write(value as Canonical)
}

function write(value: Canonical): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value === 'string') return writeText(value)
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value === 'object' && isPlain(value)) return writeObject(value as { [key: string]: Canonical })
  throw new TypeError(`No canonical JSON for ${typeof value}`)
}

function writeText(value: string): string {
  if (loneSurrogate.test(value)) throw new TypeError('No canonical JSON for half of a surrogate pair')
  return JSON.stringify(value)
}

function writeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`No canonical JSON for the number ${value}`)
  return String(value)
}

function writeObject(value: { [key: string]: Canonical }): string {
  const members = Object.keys(value)
    .filter(key => value[key] !== undefined)
    .sort()
    .map(key => `${writeText(key)}:${write(value[key])}`)
  return `{${members.join(',')}}`
}

/** Objects of a class, a Date for one, would be written as if they were empty. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

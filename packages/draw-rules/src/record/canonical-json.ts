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
 * Canonical JSON (RFC 8785 without fractions, so that numbers are written the same in every language): no whitespace,
 * keys sorted by UTF-16 code units, undefined members omitted, bigints as decimal strings.
 * @throws TypeError for fractions, unsafe integers, lone surrogates, functions and class instances such as dates
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

/** Instances of classes, such as Date, would be written as empty objects. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

export type Key = bigint | string | number

/** A stored field as something to sort by. Nothing stands before everything else, as the database has it. */
export function keyOfStored(value: unknown): Key {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? value : ''
}

export function compareKeys(a: Key, b: Key): number {
  if (typeof a !== typeof b) return a === '' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

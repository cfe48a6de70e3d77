/** A document of a projection, and what is wrong with it. */
export type Difference = { _id: string; what: string }

const modulus = 2n ** 61n - 1n

/** Position-dependent hash of a text. Adding up several is independent of their order. */
export function fingerprint(text: string): bigint {
  let hash = 1_469_598_103n
  for (let index = 0; index < text.length; index++) {
    hash = (hash * 1_099_511_628_211n + BigInt(text.charCodeAt(index))) % modulus
  }
  return hash
}

/** Equal text for equal values: sorted fields, dates and integers as text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

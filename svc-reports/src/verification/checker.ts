import type { AnyEvent } from '@cascade/contracts'
import type { FeedSource, Tx } from '@cascade/service-kit'

/** A document of a projection, and what is wrong with it. */
export type Difference = { _id: string; what: string }

/** Compares a projection with the events it was built from. */
export type Checker = FeedSource & {
  /** Takes the next events, in order. @returns differences found so far */
  take: (events: readonly AnyEvent[]) => Promise<Difference[]>
} & (
    | {
        /** Later events change what is compared, so both sides must be as of the snapshot `tx`. */
        needsSnapshot: true
        /** Compares the rest. */
        finish: (tx: Tx) => Promise<Difference[]>
      }
    | { needsSnapshot: false; finish: () => Promise<Difference[]> }
  )

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

import type { AnyEvent } from '@cascade/contracts'
import type { FeedSource, Tx } from '@cascade/service-kit'

/** A difference: which document, and what is wrong with it. */
export type Difference = { _id: string; what: string }

/** Compares one view with the events it was made of, from the first one to some moment. */
export type Checker = FeedSource & {
  /** Takes the next events, in their order, and answers what can be told at once. */
  take: (events: readonly AnyEvent[]) => Promise<Difference[]>
} & (
    | {
        /** Later events change what is compared: both sides must be of the moment that `tx` sees. */
        needsSnapshot: true
        /** Compares what is left. */
        finish: (tx: Tx) => Promise<Difference[]>
      }
    | { needsSnapshot: false; finish: () => Promise<Difference[]> }
  )

const modulus = 2n ** 61n - 1n

/** A number that depends on every part of a text; the order of several is left out by adding them up. */
export function fingerprint(text: string): bigint {
  let hash = 1_469_598_103n
  for (let index = 0; index < text.length; index++) {
    hash = (hash * 1_099_511_628_211n + BigInt(text.charCodeAt(index))) % modulus
  }
  return hash
}

/** A text that is equal for equal values: fields in order, moments and whole numbers as text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

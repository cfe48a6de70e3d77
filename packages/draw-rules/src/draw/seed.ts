import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const secretBytes = 32

/**
 * The seed of a draw, 32 bytes. Computable only with the secret of the day.
 * @throws RangeError for a secret of less than 32 bytes
 */
export function deriveSeed(secret: Uint8Array, drawId: string): Uint8Array {
  if (secret.length < secretBytes) throw new RangeError(`A secret has at least ${secretBytes} bytes`)
  return hmac(sha256, secret, utf8ToBytes(drawId))
}

/** SHA-256 of a seed, 32 bytes. Published before the first bet, so that the seed cannot be chosen afterwards. */
export function commitmentOf(seed: Uint8Array): Uint8Array {
  return sha256(seed)
}

/**
 * Combines the seed, fixed before the first bet, with the root of the tickets, fixed at the closing: neither alone
 * reveals the result.
 */
export function deriveDecidingSeed(seed: Uint8Array, ticketRoot: Uint8Array): Uint8Array {
  return hmac(sha256, seed, ticketRoot)
}

/** The day seed `days` before that of `seed`, in the chain of day seeds; 0 is the same day. */
export function daySeedBefore(seed: Uint8Array, days: number): Uint8Array {
  let before = seed
  for (let day = 0; day < days; day++) before = sha256(before)
  return before
}

const range = 2 ** 32

/**
 * A uniform integer from 0 to `count - 1`. Rejection sampling: takes 32-bit big-endian words of HMAC-SHA-256(seed,
 * `<purpose>/<block>`), blocks 0, 1, 2 …, and discards words in the incomplete last multiple of `count`.
 * @param purpose separates independent choices of one seed
 * @throws RangeError unless `count` is an integer from 1 to 2^32
 */
export function uniformBelow(seed: Uint8Array, purpose: string, count: number): number {
  if (!Number.isInteger(count) || count < 1 || count > range) throw new RangeError(`Nothing to choose from: ${count}`)
  const fair = range - (range % count)
  for (const word of wordsOf(seed, purpose)) if (word < fair) return word % count
  throw new RangeError('The stream of words has no end')
}

function* wordsOf(seed: Uint8Array, purpose: string): Generator<number, void> {
  for (let block = 0; ; block++) {
    const bytes = hmac(sha256, seed, utf8ToBytes(`${purpose}/${block}`))
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.byteLength; at += 4) yield view.getUint32(at)
  }
}

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

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

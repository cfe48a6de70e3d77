import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const secretBytes = 32

/**
 * The seed of a draw, 32 bytes. Whoever holds the secret knows every seed; nobody else can tell one before it is shown.
 * @throws RangeError for a secret of less than 32 bytes.
 */
export function seedOf(secret: Uint8Array, drawId: string): Uint8Array {
  if (secret.length < secretBytes) throw new RangeError(`A secret has at least ${secretBytes} bytes`)
  return hmac(sha256, secret, utf8ToBytes(drawId))
}

/** SHA-256 of a seed, 32 bytes: shown before the first bet, so that the seed cannot be chosen afterwards. */
export function commitmentOf(seed: Uint8Array): Uint8Array {
  return sha256(seed)
}

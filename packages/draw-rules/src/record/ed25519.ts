import * as ed25519 from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

// Otherwise the library uses WebCrypto, which is missing outside of secure contexts.
ed25519.hashes.sha512 = sha512

// Wrappers instead of re-exports, so that bundlers do not skip the assignment above.
export const publicKeyOf = (secretKey: Uint8Array): Uint8Array => ed25519.getPublicKey(secretKey)

export const sign = (message: Uint8Array, secretKey: Uint8Array): Uint8Array => ed25519.sign(message, secretKey)

/** Strict verification as in RFC 8032: exactly one signature is valid per message and key. */
export const isSignedBy = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  ed25519.verify(signature, message, publicKey, { zip215: false })

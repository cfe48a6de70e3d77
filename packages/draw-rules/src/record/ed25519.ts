import * as ed25519 from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

// Without it the library asks WebCrypto, which a page outside of a secure context does not have.
ed25519.hashes.sha512 = sha512

// Functions of this module and no re-exports: a bundler must not go past the line above.
export const publicKeyOf = (secretKey: Uint8Array): Uint8Array => ed25519.getPublicKey(secretKey)

export const sign = (message: Uint8Array, secretKey: Uint8Array): Uint8Array => ed25519.sign(message, secretKey)

/** Strict, as RFC 8032 has it: of a message and a key there is one signature only. */
export const isSignedBy = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  ed25519.verify(signature, message, publicKey, { zip215: false })

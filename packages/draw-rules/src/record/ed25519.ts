import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

// Without it the library asks WebCrypto, which a page outside of a secure context does not have.
hashes.sha512 = sha512

export { getPublicKey, sign, verify }

import { PublicJwk, type SealedRecord } from '@cascade/contracts/live'
import * as ed25519 from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decode, encode } from 'jose/base64url'
import { recordHash } from './canonical-json'
import type { UnsignedRecord } from './create-record'

// Otherwise the library uses WebCrypto, which is missing outside of secure contexts.
ed25519.hashes.sha512 = sha512

// Wrappers instead of re-exports, so that bundlers do not skip the assignment above.
export const publicKeyOf = (secretKey: Uint8Array): Uint8Array => ed25519.getPublicKey(secretKey)

const sign = (message: Uint8Array, secretKey: Uint8Array): Uint8Array => ed25519.sign(message, secretKey)

/** Strict verification as in RFC 8032: exactly one signature is valid per message and key. */
export const isSignedBy = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  ed25519.verify(signature, message, publicKey, { zip215: false })

/**
 * Signs with one key. A service may use the Ed25519 of its platform instead of `createRecordSigner`: signatures are identical.
 */
export type RecordSigner = { key: PublicJwk; sign: (message: Uint8Array) => Uint8Array }

/** The signed bytes. The format prefix prevents reuse of a signature in another context. */
export const signedBytes = (
  { format }: Pick<SealedRecord['record'], 'format'>,
  { kid }: PublicJwk,
  hash: string,
): Uint8Array => utf8ToBytes(`${format} ${kid} ${hash}`)

/**
 * A signer for a private Ed25519 JSON Web Key.
 * @throws RangeError if public and private key do not match
 */
export function createRecordSigner(privateKey: PublicJwk & { d: string }): RecordSigner {
  const secret = decode(privateKey.d)
  const key = PublicJwk.parse(privateKey)
  if (encode(publicKeyOf(secret)) !== key.x)
    throw new RangeError(`Key ${key.kid} has a public and a private part that do not match`)
  return { key, sign: message => sign(message, secret) }
}

type Sealed = Extract<SealedRecord, { record: UnsignedRecord['record'] }>
export type FullRecord = Sealed & { confidential: UnsignedRecord['confidential'] }

/** Hashes and signs a record. The signature is valid with and without the confidential part. */
export function sealRecord({ record, confidential }: UnsignedRecord, signer: RecordSigner): FullRecord {
  const hash = recordHash(record)
  const value = encode(signer.sign(signedBytes(record, signer.key, hash)))
  return { record, confidential, hash, signature: { key: signer.key, value } }
}

import { PublicJwk, type SealedRecord } from '@cascade/contracts/live'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decode, encode } from 'jose/base64url'
import { recordHash } from './digest'
import { publicKeyOf, sign } from './ed25519'
import type { MadeRecord } from './make-record'

/** Signs for a key. A service may sign with its platform's own Ed25519 instead of `signerOf`: the answer is the same. */
export type RecordSigner = { key: PublicJwk; sign: (message: Uint8Array) => Uint8Array }

/** What is signed. The format before the hash keeps a signature from being taken for one of something else. */
export const signedBytes = (
  { format }: Pick<SealedRecord['record'], 'format'>,
  { kid }: PublicJwk,
  hash: string,
): Uint8Array => utf8ToBytes(`${format} ${kid} ${hash}`)

/**
 * A signer of a private Ed25519 JSON Web Key.
 * @throws RangeError when its two halves do not belong together.
 */
export function signerOf(privateKey: PublicJwk & { d: string }): RecordSigner {
  const secret = decode(privateKey.d)
  const key = PublicJwk.parse(privateKey)
  if (encode(publicKeyOf(secret)) !== key.x) throw new RangeError(`Key ${key.kid} does not fit itself`)
  return { key, sign: message => sign(message, secret) }
}

type Sealed = Extract<SealedRecord, { record: MadeRecord['record'] }>
export type FullRecord = Sealed & { confidential: MadeRecord['confidential'] }

/** Hashes and signs a record: the signature is good with its confidential part and without. */
export function sealRecord({ record, confidential }: MadeRecord, signer: RecordSigner): FullRecord {
  const hash = recordHash(record)
  const value = encode(signer.sign(signedBytes(record, signer.key, hash)))
  return { record, confidential, hash, signature: { key: signer.key, value } }
}

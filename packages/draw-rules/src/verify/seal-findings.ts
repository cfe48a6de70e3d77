import type { DrawDocument, PublicJwk } from '@cascade/contracts/live'
import { decode, encode } from 'jose/base64url'
import { descriptionDigest, recordHash } from '../record/canonical-json'
import { isSignedBy, signedBytes } from '../record/seal-record'
import { type Finding, finding } from './finding'

/** Checks that description, hash and signature belong to the record. */
export function sealFindings(document: DrawDocument, publicKeys?: readonly PublicJwk[]): Finding[] {
  const { record, hash, description } = document
  return [
    finding(
      'description',
      descriptionDigest(description) === record.descriptionDigest,
      'The description of the game is the one that the record names.',
      'The description of the game is another than the record names.',
    ),
    finding(
      'hash',
      recordHash(record) === hash,
      'The hash is that of the record.',
      'The record was changed after it was hashed.',
    ),
    signatureFinding(document, publicKeys),
  ]
}

function signatureFinding({ record, hash, signature }: DrawDocument, publicKeys?: readonly PublicJwk[]): Finding {
  const { key, value } = signature
  if (publicKeys && !publicKeys.some(({ kid, x }) => kid === key.kid && x === key.x)) {
    return finding('signature', false, '', `The record is signed with a key ${key.kid} that is none of the given ones.`)
  }
  const isGood = isSignature(value, signedBytes(record, key, hash), key.x)
  const whose = publicKeys
    ? `It is signed with the given key ${key.kid}.`
    : `It is signed with the key ${key.kid} that it brings along (x = ${key.x}). Compare that with the published key.`
  return finding('signature', isGood, whose, 'The signature does not belong to this hash.')
}

function isSignature(value: string, message: Uint8Array, x: string): boolean {
  // The last base64url character has unused bits, so several texts decode to the same bytes: only the canonical one is
  // valid.
  const isExact = [value, x].every(text => encode(decode(text)) === text)
  return isExact && isSignedBy(decode(x), message, decode(value))
}

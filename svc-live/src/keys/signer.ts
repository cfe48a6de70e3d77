import { createPrivateKey, sign } from 'node:crypto'
import { PublicJwk } from '@cascade/contracts/live'
import { type RecordSigner, signerOf } from '@cascade/draw-rules/record'
import type { RecordKey } from './env-keys'

/**
 * Signs records with the platform's Ed25519, which is many times faster than one in JavaScript and gives the same bytes.
 * @throws RangeError when the two halves of the key do not belong together.
 */
export function createSigner(key: RecordKey): RecordSigner {
  signerOf(key)
  const { kid: _kid, ...jwk } = key
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return { key: PublicJwk.parse(key), sign: message => new Uint8Array(sign(null, message, privateKey)) }
}

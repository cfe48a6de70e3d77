import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '@cascade/contracts/accounts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const flags = { present: 0x01, verified: 0x04, newCredential: 0x40 }

/** A passkey in software: an ES256 key that signs as a browser would. */
export function createAuthenticator(origin: string, { isVerifying = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const rpIdHash = sha256(new URL(origin).hostname)
  const credential = { id: encode(id), rawId: encode(id), type: 'public-key' as const, clientExtensionResults: {} }
  const clientDataOf = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  let counter = 0

  function authenticatorData(extra: number) {
    const bytes = Buffer.alloc(5)
    bytes.writeUInt8(flags.present | (isVerifying ? flags.verified : 0) | extra, 0)
    bytes.writeUInt32BE(counter, 1)
    return Buffer.concat([rpIdHash, bytes])
  }

  function coseKey() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    )
  }

  return {
    setCounter: (next: number) => {
      counter = next
    },
    register(challenge: string): PasskeyRegistration {
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([authenticatorData(flags.newCredential), Buffer.alloc(16), length, id, coseKey()])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ])
      const response = {
        clientDataJSON: encode(clientDataOf('webauthn.create', challenge)),
        attestationObject: encode(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      }
      return { ...credential, response }
    },
    assert(challenge: string): PasskeyAssertion {
      counter += 1
      const data = authenticatorData(0)
      const client = clientDataOf('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = { clientDataJSON: encode(client), authenticatorData: encode(data), signature: encode(signature) }
      return { ...credential, response }
    },
  }
}

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { masterGame } from '../testing/arbitrary'
import { makeFacts, makeHidden, makeKey } from '../testing/make-facts'
import { createRecord } from './create-record'
import { createRecordSigner, sealRecord } from './seal-record'

const record = createRecord(masterGame('funTarget'), makeFacts(), makeHidden())
const jwk = makeKey('live-1', 1)
const { d: _secret, ...publicJwk } = jwk

describe('a signature', () => {
  it('is accepted by another Ed25519 implementation', () => {
    const { hash, signature } = sealRecord(record, createRecordSigner(jwk))
    const text = Buffer.from(`cascade.draw.v4 live-1 ${hash}`)
    const value = Buffer.from(signature.value, 'base64url')
    expect(verify(null, text, createPublicKey({ key: publicJwk, format: 'jwk' }), value)).toBe(true)
  })

  it('is the same as that of the platform crypto', () => {
    const key = createPrivateKey({ key: jwk, format: 'jwk' })
    const native = { key: createRecordSigner(jwk).key, sign: (message: Uint8Array) => sign(null, message, key) }
    expect(sealRecord(record, native)).toEqual(sealRecord(record, createRecordSigner(jwk)))
  })
})

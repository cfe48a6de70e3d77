import { generateKeyPairSync } from 'node:crypto'
import { signerOf } from '@cascade/draw-rules/record'
import { describe, expect, it } from 'vitest'
import { RecordKey, SeedSecrets } from './env-keys'
import { createSeeds } from './seeds'
import { createSigner } from './signer'

const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64url')

describe('seeds', () => {
  const seeds = createSeeds([
    { kid: 'new', secret: secret(2) },
    { kid: 'old', secret: secret(1) },
  ])

  it('are made with the first secret, and with an older one for a draw that was opened under it', () => {
    expect(seeds.currentId).toBe('new')
    expect(seeds.reveal('d1', 'old')).not.toBe(seeds.reveal('d1', 'new'))
    expect(seeds.reveal('d1', 'new')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are committed to by their hash', async () => {
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(seeds.reveal('d1', 'new'), 'hex'))
    expect(seeds.commitment('d1', 'new')).toBe(Buffer.from(digest).toString('hex'))
  })

  it('cannot be told without their secret', () => {
    expect(() => seeds.reveal('d1', 'lost')).toThrow('lost')
  })

  it('need secrets of 32 bytes', () => {
    expect(SeedSecrets.safeParse([{ kid: 'a', secret: 'c2hvcnQ' }]).success).toBe(false)
    expect(SeedSecrets.safeParse([]).success).toBe(false)
  })
})

describe('the signer', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = RecordKey.parse({ ...privateKey.export({ format: 'jwk' }), kid: 'live-1' })

  it('signs as the rules say, byte for byte', () => {
    const message = new TextEncoder().encode('cascade.draw.v1 live-1 00')
    expect(createSigner(key).sign(message)).toEqual(signerOf(key).sign(message))
    expect(createSigner(key).key).not.toHaveProperty('d')
  })

  it('refuses a key whose halves do not fit', () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    expect(() => createSigner({ ...key, x: other.x as string })).toThrow(RangeError)
  })
})

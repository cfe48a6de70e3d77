import { addressVariableOf, mapDomains } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env'

const key = { kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'svc-accounts' }
const source = {
  NODE_ENV: 'development',
  PORT: '8101',
  NATS_URL: 'nats://localhost',
  MONGODB_URI: 'mongodb://localhost',
  MONGODB_DB: 'accounts',
  CASCADE_PRIVATE_JWK: JSON.stringify({ ...key, d: 'd' }),
  CASCADE_JWKS: JSON.stringify({ keys: [key] }),
  ACCOUNTS_FACTOR_KEYS: JSON.stringify([{ kid: 'test', key: Buffer.alloc(32).toString('base64url') }]),
  ...mapDomains(addressVariableOf, () => 'http://a'),
}

describe('the environment', () => {
  it('allows sign-up by default only outside production', () => {
    expect(readEnv(source).signupAllowed).toBe(true)
    expect(readEnv({ ...source, ALLOW_SIGNUP: 'false' }).signupAllowed).toBe(false)
    expect(readEnv({ ...source, NODE_ENV: 'production' }).signupAllowed).toBe(false)
    expect(readEnv({ ...source, NODE_ENV: 'production', ALLOW_SIGNUP: 'true' }).signupAllowed).toBe(true)
  })

  it('accepts the demo password in development and rejects it in production', () => {
    expect(readEnv({ ...source, SUPERADMIN_PASSWORD: 'cascade-demo' }).SUPERADMIN_PASSWORD).toBe('cascade-demo')
    const production = { ...source, NODE_ENV: 'production', SUPERADMIN_PASSWORD: 'cascade-demo' }
    expect(() => readEnv(production)).toThrow(/demo password/)
  })

  it('applies the rules of production without NODE_ENV', () => {
    const { NODE_ENV: _mode, ...silent } = source
    expect(readEnv(silent).signupAllowed).toBe(false)
    expect(() => readEnv({ ...silent, SUPERADMIN_PASSWORD: 'cascade-demo' })).toThrow(/demo password/)
  })

  it('reports all invalid variables at once', () => {
    expect(() => readEnv({})).toThrow(/PORT[\s\S]*MONGODB_URI/)
  })
})

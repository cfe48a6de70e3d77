import { describe, expect, it } from 'vitest'
import { parseEnv, processEnv, trustedKeys } from './env'

const key = { kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'external.loyalty' }
const shape = { SERVICES: processEnv.SERVICES }
const read = (...services: object[]) => parseEnv(shape, { SERVICES: JSON.stringify(services) })

describe('services of other teams', () => {
  it('are none by default', () => {
    expect(parseEnv(shape, {}).SERVICES).toEqual([])
  })

  it('add their public keys to those that a process accepts, with the feeds that they name', () => {
    const env = {
      ...read({ id: 'loyalty', key, feeds: ['games'] }, { id: 'shop' }),
      CASCADE_JWKS: { keys: [{ ...key, kid: 'gateway' }] },
    }
    const keys = trustedKeys(env).keys.map(({ kid, feeds }) => [kid, feeds])
    expect(keys).toEqual([
      ['gateway', undefined],
      ['external.loyalty', ['games']],
    ])
    expect(read({ id: 'loyalty', key }).SERVICES[0]?.feeds).toEqual([])
  })

  it.each([
    { what: 'a text that is no JSON', SERVICES: 'loyalty', problem: 'SERVICES: is not JSON' },
    {
      what: 'a key of ours',
      services: [{ id: 'loyalty', key: { ...key, kid: 'gateway' } }],
      problem: 'is not external.<id>',
    },
    {
      what: "another service's key",
      services: [{ id: 'loyal', key }],
      problem: 'SERVICES.0.key.kid: is not external.<id>',
    },
    { what: 'a private key', services: [{ id: 'loyalty', key: { ...key, d: 'd' } }], problem: 'is a private key' },
    {
      what: 'feeds without a key',
      services: [{ id: 'loyalty', feeds: ['games'] }],
      problem: 'is needed to read feeds',
    },
    {
      what: 'the feed of reports',
      services: [{ id: 'loyalty', key, feeds: ['reports'] }],
      problem: 'SERVICES.0.feeds.0',
    },
    {
      what: 'the name of a domain',
      services: [{ id: 'accounts', key }],
      problem: 'is the name of a part of the suite',
    },
    {
      what: 'the same id twice',
      services: [
        { id: 'loyalty', key },
        { id: 'loyalty', key },
      ],
      problem: 'names a service twice',
    },
    {
      what: 'an unknown field',
      services: [{ id: 'loyalty', key, adress: 'x' }],
      problem: 'Unrecognized key: "adress"',
    },
  ])('reject $what', ({ SERVICES, services, problem }) => {
    expect(() => (services ? read(...services) : parseEnv(shape, { SERVICES }))).toThrow(problem)
  })
})

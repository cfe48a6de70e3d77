import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { processNames, repository } from '../build/packages'
import { assignPorts, environmentOf, type SuitePlan, withGatewayAt } from './environment'
import { generateDrawKeys, generateFactorKeys, generateKeys } from './keys'

const keys = await generateKeys()
const drawKeys = await generateDrawKeys()
const plan = (overrides: Partial<SuitePlan> = {}): SuitePlan => ({
  ports: assignPorts(Array.from({ length: processNames.length * 2 }, (_, n) => 40_000 + n)),
  keys,
  drawKeys,
  factorKeys: generateFactorKeys(),
  daySeedsFile: '/data/day-seeds.json',
  logHeads: '/data/log-heads',
  mongodbUri: 'mongodb://127.0.0.1:1/',
  natsUrl: 'nats://127.0.0.1:2',
  namespace: 'cascade',
  superadminPassword: 'first-password',
  production: false,
  publicPort: 8080,
  host: '127.0.0.1',
  logLevel: 'info',
  overrides: {},
  ...overrides,
})

describe('environmentOf', () => {
  it('assigns each process its own ports and the gateway the public one', () => {
    const planned = withGatewayAt(plan(), 8080, '0.0.0.0')
    const ports = processNames.flatMap(processName => {
      const env = environmentOf(processName, planned)
      return [env.PORT, env.METRICS_PORT]
    })
    expect(new Set(ports).size).toBe(processNames.length * 2)
    expect(environmentOf('gateway', planned)).toMatchObject({ PORT: '8080', HOST: '0.0.0.0' })
    expect(environmentOf('svc-games', planned).HOST).toBe('127.0.0.1')
  })

  it('points service addresses at their ports', () => {
    expect(environmentOf('svc-live', plan()).ACCOUNTS_URL).toBe(
      `http://127.0.0.1:${environmentOf('svc-accounts', plan()).PORT}`,
    )
  })

  it('gives each private key and secret only to its process', () => {
    for (const processName of processNames) {
      const env = environmentOf(processName, plan())
      const { kid } = JSON.parse(env.CASCADE_PRIVATE_JWK ?? '{}')
      expect(kid).toBe(processName)
      expect(JSON.stringify(env).split('\\"d\\":').length - 1).toBe(processName === 'svc-live' ? 2 : 1)
      expect(env.LIVE_DAY_SEEDS_FILE).toBe(processName === 'svc-live' ? '/data/day-seeds.json' : undefined)
      expect(env.LIVE_RECORD_JWK !== undefined).toBe(processName === 'svc-live')
      expect(env.ACCOUNTS_FACTOR_KEYS !== undefined).toBe(processName === 'svc-accounts')
      expect(env.SUPERADMIN_PASSWORD).toBe(processName === 'svc-accounts' ? 'first-password' : undefined)
    }
  })

  it('gives databases to services only, with a prefix in a custom namespace', () => {
    expect(environmentOf('gateway', plan()).MONGODB_URI).toBeUndefined()
    expect(environmentOf('svc-games', plan()).MONGODB_DB).toBe('games')
    expect(environmentOf('svc-games', plan({ namespace: 'one' })).MONGODB_DB).toBe('one_games')
  })

  it('sets the same semi-space size as the container image', () => {
    const compose = parse(readFileSync(join(repository, 'docker-compose.yml'), 'utf8'))
    const image = /^ENV NODE_OPTIONS=(\S+)$/m.exec(readFileSync(join(repository, 'Dockerfile'), 'utf8'))?.[1]
    for (const processName of processNames) {
      const expected = compose.services[processName].environment.NODE_OPTIONS ?? image
      expect([processName, environmentOf(processName, plan()).NODE_OPTIONS?.split(' ')[0]]).toEqual([
        processName,
        expected,
      ])
    }
  })

  it('applies overrides last', () => {
    expect(environmentOf('svc-games', plan({ overrides: { BUSINESS_ZONE: 'UTC' } })).BUSINESS_ZONE).toBe('UTC')
  })

  it('takes the location of a remote from the environment', () => {
    vi.stubEnv('GAMES_REMOTE', 'http://127.0.0.1:9000')
    vi.stubEnv('LIVE_REMOTE', 'old/mf-live')
    const env = environmentOf('gateway', plan())
    vi.unstubAllEnvs()
    expect(env.GAMES_REMOTE).toBe('http://127.0.0.1:9000')
    expect(env.LIVE_REMOTE).toBe(resolve('old/mf-live'))
    expect(env.ACCOUNTS_REMOTE).toBe(join(repository, 'mf-accounts', 'dist'))
  })

  it('sets a secure cookie in production only', () => {
    expect(environmentOf('gateway', plan()).COOKIE_SECURE).toBe('false')
    expect(environmentOf('gateway', plan({ production: true })).COOKIE_SECURE).toBe('true')
  })
})

import { readFileSync } from 'node:fs'
import { addressVariableOf, mapDomains } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { readEnv, settingNames } from './env'

const source = {
  NODE_ENV: 'test',
  PORT: '8080',
  NATS_URL: 'nats://127.0.0.1:4222',
  CASCADE_PRIVATE_JWK: '{"kty":"OKP","crv":"Ed25519","x":"x","d":"d","kid":"gateway"}',
  CASCADE_JWKS: '{"keys":[]}',
  ...mapDomains(addressVariableOf, () => 'http://127.0.0.1:1'),
  SHELL_ROOT: 'shell',
}

describe('readEnv', () => {
  it('has a default for every limit and none for keys', () => {
    expect(readEnv(source)).toMatchObject({
      RATE_SESSION_PER_SECOND: 300,
      RATE_ADDRESS_PER_SECOND: 600,
      RATE_LOGIN_PER_MINUTE: 30,
      RATE_PUBLIC_PER_MINUTE: 20,
      ALLOWED_ORIGINS: [],
      secure: false,
      remotes: [],
    })
    const { CASCADE_PRIVATE_JWK: _key, ...keyless } = source
    expect(() => readEnv(keyless)).toThrow('CASCADE_PRIVATE_JWK')
  })

  it('enables Secure cookies in production', () => {
    expect(readEnv({ ...source, NODE_ENV: 'production' }).secure).toBe(true)
    expect(readEnv({ ...source, NODE_ENV: 'production', COOKIE_SECURE: 'false' }).secure).toBe(false)
  })

  it('defaults to production', () => {
    const { NODE_ENV: _mode, ...silent } = source
    expect(readEnv(silent)).toMatchObject({ isProduction: true, secure: true })
  })

  it('hides the API reference in production, unless the setting says otherwise', () => {
    const docsOf = (own: Record<string, string>) => readEnv({ ...source, ...own }).DOCS
    expect(docsOf({})).toBe('on')
    expect(docsOf({ NODE_ENV: 'production' })).toBe('off')
    expect(docsOf({ NODE_ENV: 'production', DOCS: 'on' })).toBe('on')
  })

  it('accepts whole origins only', () => {
    const read = (ALLOWED_ORIGINS: string) => readEnv({ ...source, ALLOWED_ORIGINS }).ALLOWED_ORIGINS
    expect(read('https://a.example, https://b.example:8443')).toEqual(['https://a.example', 'https://b.example:8443'])
    for (const wrong of ['*', 'https://a.example/', 'a.example', 'https://*.example/x']) {
      expect(() => read(wrong), wrong).toThrow('ALLOWED_ORIGINS')
    }
  })

  it.each([
    { REMOTES: 'loyalty', problem: 'REMOTES: is not JSON' },
    { REMOTES: '[{"id":"games","address":"https://a.example"}]', problem: 'REMOTES.0.id: is a remote of the suite' },
    { REMOTES: '[{"id":"loyalty","address":"mf/loyalty"}]', problem: 'REMOTES.0.address' },
    { REMOTES: '[{"id":"loyalty"}]', problem: 'REMOTES.0.address' },
    { REMOTES: '[{"id":"loyalty","address":"https://a.example"}]', problem: 'REMOTES.0.key' },
  ])('rejects the remotes $REMOTES', ({ REMOTES, problem }) => {
    expect(() => readEnv({ ...source, REMOTES })).toThrow(problem)
  })

  it('takes remotes of other teams with the public key of the team, in production over https only', () => {
    const key = { kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43) }
    const read = (address: string, more = {}, NODE_ENV = 'production') =>
      readEnv({ ...source, NODE_ENV, REMOTES: JSON.stringify([{ id: 'loyalty', address, key: { ...key, ...more } }]) })
    expect(read('https://a.example/mf').REMOTES).toEqual([{ id: 'loyalty', address: 'https://a.example/mf', key }])
    expect(read('http://a.example', {}, 'development').REMOTES).toHaveLength(1)
    const sentence = 'REMOTES: in production the address of loyalty must begin with https:.'
    expect(() => read('http://a.example')).toThrow(sentence)
    expect(() => read('https://a.example', { d: 'd' })).toThrow('REMOTES.0.key: is a private key')
    expect(() => read('https://a.example', { x: 'x' })).toThrow('REMOTES.0.key.x')
  })

  it('treats an empty variable as unset, as Compose passes it', () => {
    const empty = { TRUSTED_PROXIES: '', METRICS_TOKEN: '', RATE_LOGIN_PER_MINUTE: '', PUBLIC_ORIGIN: '' }
    expect(readEnv({ ...source, ...empty })).toEqual(readEnv(source))
  })

  it('has every setting passed through by docker-compose.yml', () => {
    const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
    const gateway = compose.slice(compose.indexOf('\n  gateway:'), compose.indexOf('\n  shell:'))
    expect(settingNames.filter(name => !gateway.includes(`\n      ${name}: `))).toEqual([])
  })

  it('lists the configured remotes', () => {
    expect(readEnv({ ...source, GAMES_REMOTE: '/srv/mf-games' }).remotes).toEqual([
      { name: 'games', location: '/srv/mf-games' },
    ])
  })
})

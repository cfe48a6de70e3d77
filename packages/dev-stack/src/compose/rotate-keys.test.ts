import { describe, expect, it } from 'vitest'
import { makeKeys } from '../suite/keys'
import { readVariables, rotateKeys } from './rotate-keys'

async function makeFile() {
  const { privateJwks, jwks } = await makeKeys()
  return [
    '# ours',
    `GATEWAY_PRIVATE_JWK='${JSON.stringify(privateJwks.gateway)}'`,
    `SVC_LIVE_PRIVATE_JWK='${JSON.stringify(privateJwks['svc-live'])}'`,
    `CASCADE_JWKS='${JSON.stringify(jwks)}'`,
    "SUPERADMIN_PASSWORD='secret'",
    'PORT=8080',
    '',
  ].join('\n')
}
type Jwk = { kid: string; x: string; d?: string }
const jsonOf = <T>(text: string, name: string) => JSON.parse(readVariables(text).get(name) ?? 'null') as T
const known = (text: string) => jsonOf<{ keys: Jwk[] }>(text, 'CASCADE_JWKS').keys
const signing = (text: string, room = 'GATEWAY') => jsonOf<Jwk>(text, `${room}_PRIVATE_JWK`)

describe('the rotation of a key', () => {
  it('makes the new key known, then used, then forgets the old one; at every step the used key is known', async () => {
    const before = await makeFile()
    const begun = await rotateKeys(before, 'begin', 'gateway', '202607')
    const switched = await rotateKeys(begun, 'switch', 'gateway', '202607')
    const finished = await rotateKeys(switched, 'finish', 'gateway', '202607')
    for (const text of [before, begun, switched, finished]) {
      const used = signing(text)
      expect(known(text).find(({ kid }) => kid === used.kid)?.x).toBe(used.x)
      expect(known(text).some(key => 'd' in key)).toBe(false)
    }
    const ours = (text: string) => known(text).flatMap(({ kid }) => (kid.startsWith('gateway') ? [kid] : []))
    expect([signing(begun).kid, ours(begun)]).toEqual(['gateway', ['gateway', 'gateway.202607']])
    expect([signing(switched).kid, ours(switched)]).toEqual(['gateway.202607', ['gateway', 'gateway.202607']])
    expect([signing(finished).kid, ours(finished)]).toEqual(['gateway.202607', ['gateway.202607']])
  })

  it('leaves the keys of other rooms and everything else alone', async () => {
    const before = await makeFile()
    let text = before
    for (const step of ['begin', 'switch', 'finish'] as const) text = await rotateKeys(text, step, 'svc-live', 'b')
    expect(signing(text)).toEqual(signing(before))
    expect(signing(text, 'SVC_LIVE').kid).toBe('svc-live.b')
    expect(known(text)).toHaveLength(known(before).length)
    for (const line of ['# ours', "SUPERADMIN_PASSWORD='secret'", 'PORT=8080']) expect(text).toContain(`${line}\n`)
    expect(readVariables(text).has('SVC_LIVE_NEXT_PRIVATE_JWK')).toBe(false)
  })

  it('can be done again, and refuses a step out of turn', async () => {
    let text = await makeFile()
    await expect(rotateKeys(text, 'switch', 'gateway', 'a')).rejects.toThrow('No rotation of gateway has begun.')
    for (const name of ['a', 'b']) {
      text = await rotateKeys(text, 'begin', 'gateway', name)
      await expect(rotateKeys(text, 'begin', 'gateway', 'c')).rejects.toThrow('has begun already')
      await expect(rotateKeys(text, 'finish', 'gateway', name)).rejects.toThrow('switch comes first')
      text = await rotateKeys(text, 'switch', 'gateway', name)
      text = await rotateKeys(text, 'finish', 'gateway', name)
    }
    expect(signing(text).kid).toBe('gateway.b')
    await expect(rotateKeys(text, 'begin', 'mf-games', 'a')).rejects.toThrow('has no key')
  })
})

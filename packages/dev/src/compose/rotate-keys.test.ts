import { describe, expect, it } from 'vitest'
import { generateKeys } from '../suite/keys'
import { readVariables, rotateKeys } from './rotate-keys'

async function makeFile() {
  const { privateJwks, jwks } = await generateKeys()
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
const publicKeys = (text: string) => jsonOf<{ keys: Jwk[] }>(text, 'CASCADE_JWKS').keys
const signing = (text: string, processName = 'GATEWAY') => jsonOf<Jwk>(text, `${processName}_PRIVATE_JWK`)

describe('rotateKeys', () => {
  it('publishes the new key, signs with it, then drops the old one; the signing key is public at every step', async () => {
    const before = await makeFile()
    const begun = await rotateKeys(before, 'begin', 'gateway', '202607')
    const switched = await rotateKeys(begun, 'switch', 'gateway', '202607')
    const finished = await rotateKeys(switched, 'finish', 'gateway', '202607')
    for (const text of [before, begun, switched, finished]) {
      const used = signing(text)
      expect(publicKeys(text).find(({ kid }) => kid === used.kid)?.x).toBe(used.x)
      expect(publicKeys(text).some(key => 'd' in key)).toBe(false)
    }
    const ours = (text: string) => publicKeys(text).flatMap(({ kid }) => (kid.startsWith('gateway') ? [kid] : []))
    expect([signing(begun).kid, ours(begun)]).toEqual(['gateway', ['gateway', 'gateway.202607']])
    expect([signing(switched).kid, ours(switched)]).toEqual(['gateway.202607', ['gateway', 'gateway.202607']])
    expect([signing(finished).kid, ours(finished)]).toEqual(['gateway.202607', ['gateway.202607']])
  })

  it('keeps the keys of other processes and all other lines', async () => {
    const before = await makeFile()
    let text = before
    for (const step of ['begin', 'switch', 'finish'] as const) text = await rotateKeys(text, step, 'svc-live', 'b')
    expect(signing(text)).toEqual(signing(before))
    expect(signing(text, 'SVC_LIVE').kid).toBe('svc-live.b')
    expect(publicKeys(text)).toHaveLength(publicKeys(before).length)
    for (const line of ['# ours', "SUPERADMIN_PASSWORD='secret'", 'PORT=8080']) expect(text).toContain(`${line}\n`)
    expect(readVariables(text).has('SVC_LIVE_NEXT_PRIVATE_JWK')).toBe(false)
  })

  it('can be repeated, and rejects a step out of order', async () => {
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

import { describe, expect, it } from 'vitest'
import { makeActor, makeTestKeys } from '../testing'
import { createTokenSigner, createTokenVerifier } from './tokens'

const keys = await makeTestKeys(['gateway', 'gateway.2026-07', 'svc-accounts', 'svc-live'])
const at = Date.parse('2026-01-05T10:00:00Z')
const signAs = (kid: 'gateway' | 'gateway.2026-07' | 'svc-accounts' | 'svc-live', now = () => at) =>
  createTokenSigner(keys.privateKeyOf(kid), { now })
const rejected = expect.objectContaining({ code: 'UNAUTHENTICATED', reason: 'SERVICE_TOKEN_REFUSED' })

describe('a service token', () => {
  it('names the signing process, for each of its keys, and the user', async () => {
    const actor = makeActor()
    const verify = createTokenVerifier(keys.jwks, 'svc-accounts', { now: () => at })
    for (const kid of ['gateway', 'gateway.2026-07'] as const) {
      const sign = await signAs(kid)
      expect(await verify(await sign('svc-accounts', actor))).toEqual({ caller: 'gateway', actor, feeds: [] })
    }
    expect(await verify(await (await signAs('svc-live'))('svc-accounts'))).toMatchObject({ caller: 'svc-live' })
  })

  it('names an approval only if svc-accounts signed it, and is not reused for calls without one', async () => {
    const [actor, approved] = [makeActor(), { approvalId: 'approval-1' }]
    const verify = createTokenVerifier(keys.jwks, 'svc-accounts', { now: () => at })
    const sign = await signAs('svc-accounts')
    const tokens = [await sign('svc-accounts', { ...actor, ...approved }), await sign('svc-accounts', actor)]
    const ids = await Promise.all(tokens.map(async token => (await verify(token)).actor?.approvalId))
    expect(ids).toEqual(['approval-1', undefined])
    for (const other of ['gateway', 'svc-live'] as const) {
      const signOther = await signAs(other)
      await expect(verify(await signOther('svc-accounts', { ...actor, ...approved }))).rejects.toEqual(rejected)
    }
  })

  it.each([-10, -5, 0, 5, 10, 65])('is accepted by a clock that is %i seconds ahead', async seconds => {
    const verify = createTokenVerifier(keys.jwks, 'svc-accounts', { now: () => at + seconds * 1000 })
    const sign = await signAs('gateway')
    expect(await verify(await sign('svc-accounts'))).toMatchObject({ caller: 'gateway' })
  })

  it.each([-11, 71])(
    'is rejected by a clock that is %i seconds ahead, with the reason SERVICE_TOKEN_REFUSED',
    async seconds => {
      const verify = createTokenVerifier(keys.jwks, 'svc-accounts', { now: () => at + seconds * 1000 })
      const sign = await signAs('gateway')
      await expect(verify(await sign('svc-accounts'))).rejects.toEqual(rejected)
    },
  )

  it('is rejected for another audience, from a removed key and from an unknown process', async () => {
    const token = await (await signAs('gateway'))('svc-games')
    const verify = createTokenVerifier(keys.jwks, 'svc-accounts', { now: () => at })
    await expect(verify(token)).rejects.toEqual(rejected)
    const left = { keys: keys.jwks.keys.filter(({ kid }) => kid !== 'gateway') }
    const strict = createTokenVerifier(left, 'svc-games', { now: () => at })
    await expect(strict(token)).rejects.toEqual(rejected)
    const stranger = await makeTestKeys(['stranger' as 'gateway'])
    const sign = await stranger.signerOf('stranger' as 'gateway')
    await expect(stranger.verifierFor('svc-accounts')(await sign('svc-accounts'))).rejects.toEqual(rejected)
  })

  it('is reused for 30 s and rejected after it expires', async () => {
    let now = at
    const sign = await signAs('gateway', () => now)
    const first = await sign('svc-accounts')
    now += 29_000
    expect(sign('svc-accounts')).toBe(first)
    now += 2_000
    expect(await sign('svc-accounts')).not.toBe(first)
    const verify = createTokenVerifier(keys.jwks, 'svc-accounts', { now: () => now })
    await verify(first)
    now = at + 71_000
    await expect(verify(first)).rejects.toEqual(rejected)
  })
})

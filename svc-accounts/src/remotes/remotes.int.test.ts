import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
afterAll(() => world.close())

const signed = (name: string) => ({ text: `{"version":"${name}"}`, signature: name.padStart(86, '0') })
const [first, second, third] = [signed('1'), signed('2'), signed('3')]
type Signed = typeof first
const read = async (signatures: string[] = []) => (await world.internal('POST /remotes', { signatures })).body.remotes
const accept = async (id: string, replaces: Signed | null, next?: Signed, actor: Actor = world.superadmin) =>
  (await world.internal('POST /remotes/accept', { actor, id, replaces: replaces?.signature ?? null, next })).status

describe('the accepted version of a remote', () => {
  it('replaces the one that the caller saw, and is rolled back', async () => {
    const statuses = [
      await accept('loyalty', null, first),
      await accept('loyalty', null, second),
      await accept('loyalty', first),
      await accept('loyalty', first, second),
      await accept('loyalty', first, third),
    ]
    expect(statuses).toEqual([200, 409, 409, 200, 409])
    const previous = { signature: first.signature }
    expect(await read([first.signature])).toEqual([{ id: 'loyalty', accepted: second, previous }])
    expect(await accept('loyalty', second)).toBe(200)
    expect(await read()).toEqual([{ id: 'loyalty', accepted: first, previous: second }])
  })

  it('is set by superadmins with an open session only', async () => {
    const { admin } = await makeChain(world)
    expect(await accept('shop', null, first, await world.actorOf(admin.username))).toBe(403)
    expect(await accept('shop', null, first, { ...world.superadmin, sessionId: 'closed' })).toBe(401)
  })

  it('exists for a hundred remotes, and a reader gets twenty texts at a time', async () => {
    for (let at = 1; at < 100; at++) expect(await accept(`remote-${at}`, null, signed(String(at)))).toBe(200)
    expect(await accept('one-more', null, first)).toBe(409)
    const remotes: { accepted: Partial<Signed> }[] = await read()
    expect(remotes).toHaveLength(100)
    expect(remotes.filter(({ accepted }) => accepted.text)).toHaveLength(19)
  })
})

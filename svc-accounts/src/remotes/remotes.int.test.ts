import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld, type World } from '../testing/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const signed = (version: string) => ({ text: `{"version":"${version}"}`, signature: 'x'.repeat(86) })
const read = async (knownHashes: string[] = []) => (await world.internal('POST /remotes', { knownHashes })).body.remotes
const change = async (id: string, replaces: string | null, version?: string, actor: Actor = world.superadmin) => {
  const next = version && { version, signed: signed(version) }
  return (await world.internal('POST /remotes/accept', { actor, id, replaces, next })).status
}

it('a version is accepted in place of the one that the caller saw, and rolled back', async () => {
  expect(await change('loyalty', null, '1')).toBe(200)
  const [first] = await read()
  expect(first).toMatchObject({ id: 'loyalty', accepted: { version: '1', by: 'superadmin', signed: signed('1') } })
  expect(await change('loyalty', null, '2')).toBe(409)
  expect(await change('loyalty', first.accepted.hash)).toBe(409)
  expect(await change('loyalty', first.accepted.hash, '2')).toBe(200)
  expect(await change('loyalty', first.accepted.hash, '3')).toBe(409)

  const [second] = await read([first.accepted.hash])
  expect(second).toMatchObject({ accepted: { version: '2', signed: signed('2') }, previous: { version: '1' } })
  expect(second.previous).not.toHaveProperty('signed')
  expect(await change('loyalty', second.accepted.hash)).toBe(200)
  expect((await read())[0]).toMatchObject({ accepted: { version: '1' }, previous: { version: '2' } })
})

it('versions are accepted by superadmins with an open session only', async () => {
  const { admin } = await makeChain(world)
  expect(await change('shop', null, '1', await world.actorOf(admin.username))).toBe(403)
  expect(await change('shop', null, '1', { ...world.superadmin, sessionId: 'closed' })).toBe(401)
})

it('a hundred remotes have accepted versions, and a reader gets twenty documents at a time', async () => {
  const count = 100 - (await read()).length
  for (let at = 0; at < count; at++) expect(await change(`remote-${at}`, null, String(at))).toBe(200)
  expect(await change('one-more', null, '1')).toBe(409)
  const remotes: { accepted: object }[] = await read()
  expect(remotes).toHaveLength(100)
  expect(remotes.filter(({ accepted }) => 'signed' in accepted).length).toBeLessThanOrEqual(20)
})

import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
const admin = await world.actorOf(chain.admin.username)
const master = await world.actorOf(chain.master.username)
beforeAll(async () => {
  const to = [chain.admin._id, chain.master._id]
  await world.deps.commit(world.deps.notices.writes(to, { kind: 'password-changed', data: { by: 'root' } }))
  const approval = { approvalId: 'a1', operation: 'credit.issue', by: 'root' }
  const content = { kind: 'approval-requested' as const, data: approval }
  await world.deps.transaction(tx => world.deps.notices.insert([chain.admin._id], content, tx))
})
afterAll(() => world.close())

const list = async (as: Actor, query = '') => (await world.call(`GET /notices${query}`, { as })).body

describe('notices', () => {
  it('are listed to their account only, newest first, with the number of unread ones', async () => {
    const { data, total, unread } = await list(admin)
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['approval-requested', 'password-changed'])
    expect({ total, unread }).toEqual({ total: 2, unread: 2 })
    expect((await list(admin, '?page=2&size=1')).data).toMatchObject([
      { kind: 'password-changed', data: { by: 'root' } },
    ])
    expect(await list(master)).toMatchObject({ total: 1, unread: 1 })
  })

  it('are not found by another account', async () => {
    const [{ _id }] = (await list(master)).data
    const body = { read: true }
    expect((await world.call(`PATCH /notices/${_id}`, { as: admin, body })).status).toBe(404)
    await world.call('POST /notices/read-all', { as: admin })
    expect(await list(master)).toMatchObject({ unread: 1 })
    expect(await list(admin)).toMatchObject({ unread: 0 })
  })

  it('are marked as read, and as unread again', async () => {
    const [{ _id }] = (await list(master)).data
    for (const read of [true, false]) {
      expect((await world.call(`PATCH /notices/${_id}`, { as: master, body: { read } })).status).toBe(200)
      expect((await list(master)).data[0].read).toBe(read)
    }
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { makeChain } from '../../testing/make-accounts'
import { makeWorld } from '../../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
afterAll(() => world.close())

describe('the count of sessions below an account', () => {
  it('includes the sessions that a suspension would end, in the subtree only and up to 1,000', async () => {
    const { admin, master, player } = chain
    const other = await makeChain(world)
    const masterActor = await world.actorOf(master.username)
    for (const { username } of [admin, player, player, other.player]) await world.actorOf(username)
    const of = async (id: string, as = world.superadmin) => {
      const { status, body } = await world.call(`GET /sessions/${id}?below=true`, { as })
      return status === 200 ? [body.total, body.branchTotal] : status
    }
    expect(await of(master._id)).toEqual([1, 3])
    expect(await of(player._id)).toEqual([2, 2])
    expect(await of(admin._id)).toEqual([1, 4])
    expect(await of(admin._id, masterActor)).toBe(404)
    expect((await world.call(`GET /sessions/${master._id}`)).body.branchTotal).toBeUndefined()

    const rows = world.db.collection<{ _id: string; accountId: string; expiresAt: Date }>('sessions')
    const more = Array.from({ length: 1_100 }, (_, at) => ({
      _id: `more-${at}`,
      accountId: player._id,
      expiresAt: new Date(Date.now() + 60_000),
    }))
    await rows.insertMany(more)
    expect(await of(master._id)).toEqual([1, 1_000])
  })
})

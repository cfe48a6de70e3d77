import { afterAll, describe, expect, it } from 'vitest'
import type { ChangeRequest } from '../../ledger/types'
import { makeChain } from '../../testing/make-accounts'
import { makeWorld } from '../../testing/world'

/** Changes sent to the ledger, with their side writes. */
const changes: Omit<ChangeRequest, 'type'>[] = []
const world = await makeWorld({
  around: ledger => ({
    ...ledger,
    change(request) {
      changes.push(request)
      return ledger.change(request)
    },
  }),
})
const chain = await makeChain(world)
afterAll(() => world.close())

describe('the suspension of a large subtree', () => {
  it('ends sessions of descendants outside the ledger transaction', async () => {
    const player = await world.actorOf(chain.player.username)
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/deactivate`)
    const inTransaction = changes
      .flatMap(({ sideWrites = [] }) => sideWrites)
      .filter(each => each.collection === 'sessions')
    expect(inTransaction).toMatchObject([{ type: 'deleteMany', filter: { accountId: { $in: [chain.admin._id] } } }])
    expect((await world.internal(`GET /sessions/${player.sessionId}`)).status).toBe(404)
    const ended = (await world.events('accounts.session.ended.v1')).flatMap(({ sessionIds }) => sessionIds)
    expect(ended).toContain(player.sessionId)
  })
})

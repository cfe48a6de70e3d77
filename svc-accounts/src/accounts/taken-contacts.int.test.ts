import { afterAll, describe, expect, it } from 'vitest'
import { makeChain, personFor } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
afterAll(() => world.close())

describe('taken contacts', () => {
  it('are emails and phones that are already used in the own subtree only', async () => {
    const { master, player } = await makeChain(world)
    const refId = master._id
    const body = personFor('player', { refId, email: 'Asha@example.test', phone: 919_812_345_678 })
    expect((await world.call('POST /player/create', { body })).status).toBe(201)
    const [as, ofPlayer] = [await world.actorOf(master.username), await world.actorOf(player.username)]
    const ask = (query: string, who = as) => world.call(`GET /contacts/taken?${query}`, { as: who })
    const { data } = (await ask('emails=asha@EXAMPLE.test,ravi@example.test&phones=919812345678,7')).body
    expect(data).toEqual({ emails: ['asha@EXAMPLE.test'], phones: ['919812345678'] })
    const stranger = await world.actorOf((await makeChain(world)).admin.username)
    const elsewhere = await ask('emails=asha@example.test&phones=919812345678', stranger)
    expect(elsewhere.body.data).toEqual({ emails: [], phones: [] })
    expect((await ask('emails=asha@example.test', ofPlayer)).status).toBe(403)
    expect((await ask(`phones=${Array(51).fill('7')}`)).status).toBe(400)
    expect((await ask('phones=$ne')).status).toBe(400)
  })
})

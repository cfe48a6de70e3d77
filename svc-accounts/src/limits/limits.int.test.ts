import { limitTexts } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { postingsFor } from '../ledger/testing/play-requests'
import { type Chain, fund, makeChain, transfer } from '../testing/make-accounts'
import { makePerson } from '../testing/make-person'
import { makeWorld } from '../testing/world'

const hourMs = 3_600_000
let aheadMs = 0
let chain: Chain
let admin: Actor
let player: Actor
const world = await makeWorld({ now: () => new Date(Date.now() + aheadMs) })
const other = await makeChain(world)
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})
beforeEach(async () => {
  aheadMs = 0
  chain = await makeChain(world)
  admin = await world.actorOf(chain.admin.username)
  player = await world.actorOf(chain.player.username)
})

type Put = { as?: Actor; ifMatch?: string | undefined }
const put = (id: string, body: object, { as = admin, ifMatch = '*' }: Put = {}) =>
  world.call(`PUT /limits/${id}`, { as, body, headers: ifMatch === '' ? {} : { 'if-match': ifMatch } })
const read = (id: string, as = admin) => world.call(`GET /limits/${id}`, { as })
const own = (body: object, as = player) => world.call('PUT /limits/own', { as, body })

async function bet(amount: number) {
  const play = postingsFor({ adminId: chain.admin._id, gameId: 'game' })
  const [result] = await world.ledger.play([play.stake(chain.player._id, amount * 100)])
  return result?.outcome === 'refused' ? result.reason : result?.outcome
}

describe('the limits of an account', () => {
  it('name the person who set them', async () => {
    const as = await (await makePerson(world, admin, 'manager')).signIn()
    const { setBy } = (await put(chain.master._id, { giveDayMax: 60 }, { as })).body.data
    expect(setBy).toMatchObject({ username: chain.admin.username, person: { name: 'Anita Rao' } })
  })

  it('are set from above, kept where left out, removed by null, and shown with their use and author', async () => {
    const { master } = chain
    await fund(world, master, 100)
    const first = await put(master._id, { giveDayMax: 60, lossDayMax: 20.5 })
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"'])
    await put(master._id, { giveDayMax: null, mayTransfer: false })
    const { body, headers } = await read(master._id)
    expect(headers.get('etag')).toBe('"2"')
    const { usage, setBy, limits } = body.data
    expect(limits).toEqual({
      ...{ balanceMax: null, giveDayMax: null, mayTransfer: false },
      ...{ stakeDayMax: null, lossDayMax: 20.5 },
    })
    expect(setBy).toEqual({ accountId: admin.accountId, username: admin.username, role: 'admin' })
    expect(usage).toMatchObject({ balance: 100, gifts: 0, stakes: 0, loss: 0 })
    const { data } = (await world.call(`GET /account-history/${master._id}?page=1&size=9`, { as: admin })).body
    expect(data[0]).toMatchObject({
      by: { username: admin.username },
      fields: [
        { field: 'giveDayMax', before: 60, after: null },
        { field: 'mayTransfer', before: null, after: false },
      ],
    })
  })

  it('are not overwritten with an outdated version, or without one', async () => {
    const { _id } = chain.master
    await put(_id, { giveDayMax: 60 }, { ifMatch: '"0"' })
    const stale = await put(_id, { giveDayMax: 70 }, { ifMatch: '"0"' })
    expect([stale.status, stale.body.message]).toEqual([409, limitTexts.stale])
    expect(stale.body.errors).toEqual({ giveDayMax: `Changed meanwhile by ${admin.username}` })
    expect((await put(_id, { giveDayMax: 70 }, { ifMatch: '' })).body).toMatchObject({
      code: 'VALIDATION',
      message: limitTexts.version,
    })
    expect((await read(_id)).body.data.limits.giveDayMax).toBe(60)
    const both = await Promise.all([1, 2].map(max => put(_id, { giveDayMax: max }, { ifMatch: '"1"' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('are read by the account and those above, and changed by those above only', async () => {
    const { master } = chain
    const self = await world.actorOf(master.username)
    const stranger = await world.actorOf(other.master.username)
    const statuses = async (id: string, as: Actor) => [
      (await read(id, as)).status,
      (await put(id, { stakeDayMax: 5 }, { as })).status,
    ]
    expect(await statuses(master._id, admin)).toEqual([200, 200])
    expect(await statuses(master._id, world.superadmin)).toEqual([200, 200])
    expect(await statuses(master._id, self)).toEqual([200, 404])
    expect(await statuses(chain.player._id, self)).toEqual([200, 200])
    expect(await statuses(master._id, stranger)).toEqual([404, 404])
    expect(await statuses(chain.areamanager._id, self)).toEqual([404, 404])
    expect(await statuses(player.accountId, player)).toEqual([200, 403])
    expect(await statuses(world.superadmin.accountId, world.superadmin)).toEqual([200, 404])
    expect((await own({ stakeDayMax: 5 }, admin)).status).toBe(403)
  })

  it.each([{ stakeDayMax: -1 }, { stakeDayMax: 1.005 }, { mayTransfer: 'no' }, { winDayMax: 1 }])(
    'reject %j',
    async body => {
      expect((await put(chain.master._id, body)).body.code).toBe('VALIDATION')
    },
  )

  it('name the field of a transfer that they reject', async () => {
    const { superareamanager } = chain
    await fund(world, chain.admin, 100)
    await put(superareamanager._id, { balanceMax: 10 }, { as: admin })
    const send = () =>
      transfer(world, { role: 'superareamanager', toUserId: superareamanager._id, points: 11, as: admin })
    const message = 'Beyond the balance limit of the account: it takes 10.00 points more.'
    expect((await send()).body).toMatchObject({ reason: 'BALANCE_LIMIT', message, errors: { transferAmount: message } })
    await put(chain.admin._id, { mayTransfer: false }, { as: world.superadmin })
    const off = (await send()).body
    expect([off.code, off.reason, off.errors]).toEqual(['VALIDATION', 'TRANSFER_OFF', undefined])
  })

  it('are set for many accounts by a run', async () => {
    const { player: one, master } = chain
    await put(one._id, { balanceMax: 7 })
    const body = {
      ...{ operation: 'set-limits', role: 'player', userIds: [one._id], count: 1 },
      limits: { stakeDayMax: 30, balanceMax: null },
    }
    const { data } = (await world.call('POST /runs', { as: admin, body })).body
    const run = async () => (await world.call(`GET /runs/${data._id}?page=1&size=9`, { as: admin })).body.run
    await expect.poll(async () => (await run()).state, { timeout: 20_000 }).toBe('done')
    expect((await run()).done).toBe(1)
    expect((await read(one._id)).body.data.limits).toMatchObject({ stakeDayMax: 30, balanceMax: null })
    const activities = (await world.events('accounts.run.acted.v1')).flatMap(event => event.activities)
    expect(activities.at(-1)?.data).toMatchObject({
      operation: 'accounts.limit.change',
      object: { username: one.username },
      changes: [
        { field: 'balanceMax', before: 7, after: null },
        { field: 'stakeDayMax', before: null, after: 30 },
      ],
    })
    const none = { ...body, limits: {}, userIds: [master._id] }
    expect((await world.call('POST /runs', { as: admin, body: none })).status).toBe(400)
  })
})

describe('limits of a player of its own', () => {
  it('hold at once, are relaxed a day later and are shown in the profile', async () => {
    await fund(world, chain.player, 100)
    await own({ lossDayMax: 10 })
    expect([await bet(10), await bet(1)]).toEqual(['booked', 'LOSS_LIMIT'])
    const { own: profile } = (await own({ lossDayMax: 50 })).body.data
    expect(profile.lossDayMax).toMatchObject({ max: 10, next: { max: 50 } })
    expect(Date.parse(profile.lossDayMax.next.from) - Date.now()).toBeGreaterThan(23.9 * hourMs)
    expect(await bet(1)).toBe('LOSS_LIMIT')
    aheadMs = 25 * hourMs
    expect((await read(player.accountId)).body.data.own.lossDayMax).toEqual({ max: 50, next: null })
    const { limits } = (await world.call('GET /play/me', { as: player })).body.data
    expect(limits).toMatchObject({ limits: { lossDayMax: null }, usage: { stakes: 10, loss: 10 } })
  })

  it('pause play, whatever the account above wants', async () => {
    await fund(world, chain.player, 100)
    const pause = (days: unknown) => world.call('POST /limits/own/pause', { as: player, body: { days } })
    for (const days of [0, 366, 1.5]) expect((await pause(days)).status).toBe(400)
    const { pausedUntil } = (await pause(3)).body.data.own
    expect(Date.parse(pausedUntil) - Date.now()).toBeGreaterThan(71.9 * hourMs)
    expect((await pause(1)).body.data.own.pausedUntil).toBe(pausedUntil)
    await put(player.accountId, { stakeDayMax: null, lossDayMax: null })
    expect(await bet(1)).toBe('PAUSED')
  })
})

import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ledger } from '../ledger'
import { balanceOf, type Chain, fund, makeAccount, makeChain, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

/** Pauses the next transfer after its rights were checked and before it is booked. */
function makeBarrier() {
  let held: { reach: () => void; opened: Promise<void> } | undefined
  const around = (ledger: Ledger): Ledger => ({
    ...ledger,
    transfer: async request => {
      const mine = held
      held = undefined
      mine?.reach()
      await mine?.opened
      return ledger.transfer(request)
    },
  })
  /** Runs `change` while the transfer of `send` is between check and commit. @returns the response of the transfer */
  async function between<T>(send: () => Promise<T>, change: () => Promise<unknown>): Promise<T> {
    let open = () => {}
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    const reached = new Promise<void>(reach => {
      held = { reach, opened }
    })
    const answer = send()
    await reached
    await change()
    open()
    return answer
  }
  return { around, between }
}

const barrier = makeBarrier()
let chain: Chain
let admin: Actor
const world = await makeWorld({ around: barrier.around })
beforeEach(async () => {
  chain = await makeChain(world)
  await fund(world, chain.admin, 100)
  await fund(world, chain.master, 100)
  admin = await world.actorOf(chain.admin.username)
})
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})

const put = (path: string, body: object) => world.call(`PUT ${path}`, { body })
const sendToPlayer =
  (userId?: string, as = admin) =>
  () =>
    transfer(world, { role: 'player', toUserId: chain.player._id, points: 10, as, ...(userId ? { userId } : {}) })
const balances = (of = [chain.admin, chain.master, chain.player]) =>
  Promise.all(of.map(({ _id }) => balanceOf(world, _id)))

const changes: [string, number, () => Promise<unknown>][] = [
  ['the receiver is suspended', 403, () => put(`/player/${chain.player._id}`, { userStatus: false })],
  ['the sender is suspended', 401, () => put(`/admins/${chain.admin._id}`, { userStatus: false })],
  ['the session of the sender ends', 401, () => world.call(`DELETE /sessions/${admin.accountId}/${admin.sessionId}`)],
  ['the receiver is deleted', 404, () => world.call(`DELETE /player/${chain.player._id}`)],
  [
    'the receiver moves into another tree',
    404,
    async () => put(`/player/${chain.player._id}`, { refId: (await makeChain(world)).master._id }),
  ],
  [
    'an account above the receiver moves into another tree',
    404,
    async () => put(`/areamanager/${chain.areamanager._id}`, { refId: (await makeChain(world)).superareamanager._id }),
  ],
]

describe('a transfer between authorisation and commit', () => {
  it.each(changes)('is not booked when %s', async (_, status, change) => {
    const answer = await barrier.between(sendToPlayer(), change)
    expect(answer.status).toBe(status)
    expect(await balances([chain.admin, chain.master])).toEqual([100, 100])
  })

  it('is not booked with the password that its actor has just changed', async () => {
    const passwords = { opass: testPassword, npass: 'another-password', cpass: 'another-password' }
    const answer = await barrier.between(sendToPlayer(), () =>
      world.call('POST /auth/chnagepassword', { as: admin, body: passwords }),
    )
    expect([answer.status, answer.body.errors]).toEqual([400, { password: 'Invalid password' }])
    expect(await balances()).toEqual([100, 100, 0])
  })

  it("is not booked when the actor who sends another account's credit is suspended", async () => {
    const before = await balances()
    const answer = await barrier.between(sendToPlayer(chain.master._id), () =>
      put(`/admins/${chain.admin._id}`, { userStatus: false }),
    )
    expect(answer.status).toBe(401)
    expect(await balances()).toEqual(before)
  })

  it('is not paid by the old parent when the receiver gets another parent', async () => {
    const before = await balances()
    const other = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const answer = await barrier.between(sendToPlayer(chain.master._id), () =>
      put(`/player/${chain.player._id}`, { refId: other._id }),
    )
    expect(answer.status).toBe(403)
    expect(await balances()).toEqual(before)
  })

  it('is re-authorised and booked once when the receiver moves within the own tree', async () => {
    const other = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const answer = await barrier.between(sendToPlayer(), () => put(`/player/${chain.player._id}`, { refId: other._id }))
    expect(answer.status).toBe(200)
    expect(await balances()).toEqual([90, 100, 10])
  })

  it('is booked for a superadmin despite a move, because nothing leaves its scope', async () => {
    const other = await makeChain(world)
    const answer = await barrier.between(sendToPlayer(chain.master._id, world.superadmin), () =>
      put(`/areamanager/${chain.areamanager._id}`, { refId: other.superareamanager._id }),
    )
    expect(answer.status).toBe(200)
    expect(await balances()).toEqual([100, 90, 10])
  })
})

describe('a transfer after an earlier one', () => {
  it.each(changes)('is not booked after %s', async (_, status, change) => {
    expect((await sendToPlayer()()).status).toBe(200)
    await change()
    expect((await sendToPlayer()()).status).toBe(status)
    expect(await balances([chain.admin])).toEqual([90])
  })

  it('is not paid by the old parent after the receiver got another parent', async () => {
    expect((await sendToPlayer(chain.master._id)()).status).toBe(200)
    const other = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    await put(`/player/${chain.player._id}`, { refId: other._id })
    expect((await sendToPlayer(chain.master._id)()).status).toBe(403)
    expect(await balances()).toEqual([100, 90, 10])
  })

  it('is booked after the receiver was suspended and reactivated', async () => {
    await put(`/player/${chain.player._id}`, { userStatus: false })
    expect((await sendToPlayer()()).status).toBe(403)
    await put(`/player/${chain.player._id}`, { userStatus: true })
    expect((await sendToPlayer()()).status).toBe(200)
    expect(await balances()).toEqual([90, 100, 10])
  })
})

it('returns the new parent of the receiver after a move, despite a cached ancestry', async () => {
  const { accountId } = world.superadmin
  await transfer(world, { role: 'superadmin', toUserId: accountId, points: 20 })
  const parentTold = async () => (await sendToPlayer(accountId, world.superadmin)()).body.data.players[0].refId
  expect(await parentTold()).toMatchObject({ username: chain.master.username })
  const other = (await makeChain(world)).master
  await put(`/player/${chain.player._id}`, { refId: other._id })
  expect(await parentTold()).toMatchObject({ username: other.username })
})

it('keeps all rules during concurrent moves, suspensions and transfers', async () => {
  const other = await makeChain(world)
  const homes = [chain.superareamanager._id, other.superareamanager._id]
  const moves = async () => {
    for (let at = 0; at < 10; at++) await put(`/areamanager/${chain.areamanager._id}`, { refId: homes[(at + 1) % 2] })
  }
  const toggles = async () => {
    for (let at = 0; at < 10; at++) await put(`/player/${chain.player._id}`, { userStatus: at % 2 === 1 })
  }
  const sends = async () => {
    const answers = []
    for (let at = 0; at < 25; at++) answers.push(await sendToPlayer()())
    return answers
  }
  const [, , ...sent] = await Promise.all([moves(), toggles(), sends(), sends()])
  const statuses = sent.flat().map(({ status }) => status)
  expect(statuses.filter(status => ![200, 400, 403, 404, 409].includes(status))).toEqual([])
  const booked = statuses.filter(status => status === 200).length
  expect(await balances()).toEqual([100 - 10 * booked, 100, 10 * booked])
})

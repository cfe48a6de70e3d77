import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../accounts/account'
import { type StoredAccount, storedOf } from '../accounts/account-store'
import { postingsFor } from '../ledger/testing/play-requests'
import { newAccount } from '../lifecycle/new-account'
import { type Chain, fund, type Made, makeAccount, makeChain, transfer } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

// Thousands of rows and events: slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })
const patience = { timeout: 180_000, interval: 100 }
const count = 2_000
/** More than `inlineMoveMax`. */
const few = 600
let chain: Chain
let crowds = 0

const world = await makeWorld()
afterAll(() => world.close())
beforeEach(async () => {
  chain = await makeChain(world)
})

const accounts = () => world.db.collection<StoredAccount>('accounts')
const openMoves = () => world.db.collection('moves').countDocuments()
const areaBelow = () => ({ 'ancestry.areamanager': chain.areamanager._id })

/** Inserts players below the master, each with an empty wallet. */
async function addCrowd(size: number) {
  const master = (await accounts().findOne({ _id: chain.master._id })) as Account
  crowds++
  const rows = Array.from({ length: size }, (_, at) => {
    const born = { _id: world.deps.newId(), uniqueId: `c${crowds}-${at}`, username: `c${crowds}x${at}`, at: new Date() }
    const account = newAccount('player', master, { firstName: 'Asha', lastName: 'Rao' }, born)
    return storedOf(account)
  })
  await accounts().insertMany(rows)
  const wallets = rows.map(({ _id }) => ({ walletId: _id, status: 'active' as const, at: new Date() }))
  await world.deps.transaction(tx => world.ledger.openWallets(wallets, tx))
}

/** Points issued to an admin, in hundredths. */
const issuedTo = async ({ _id }: { _id: string }) =>
  (await world.db.collection<{ _id: string; issued?: bigint }>('wallets').findOne({ _id }))?.issued ?? 0n

/** Sum of an admin's subtree, pools and unclaimed wins, in hundredths. */
async function sumBelow({ _id }: { _id: string }): Promise<bigint> {
  const below = await accounts().distinct('_id', { 'ancestry.admin': _id })
  const wallets = await world.ledger.balances([_id, ...below])
  const externals = await world.db.collection<{ _id: string; balance: bigint }>('external_accounts').find().toArray()
  const own = externals.flatMap(external => (external._id.split(':')[1] === _id ? [external.balance] : []))
  return [...wallets.values(), ...own].reduce((sum, balance) => sum + balance, 0n)
}

const moveTo = (admin: { _id: string }) =>
  world.call(`PUT /superareamanager/${chain.superareamanager._id}`, { body: { refId: admin._id } })

/** Distinct admins in the ancestries below the area manager. */
const adminsNamed = () => accounts().distinct('ancestry.admin', areaBelow())

describe('a move of thousands of accounts', () => {
  it('moves the whole subtree while others transfer, and each account is always at its old or new position', async () => {
    await addCrowd(count)
    const next = await makeAccount(world, 'admin')
    const stranger = await makeAccount(world, 'admin')
    await fund(world, { _id: world.superadmin.accountId, role: 'superadmin' }, 10_000)
    await fund(world, chain.admin as never, 500)
    const [before, after] = await Promise.all([world.actorOf(chain.admin.username), world.actorOf(next.username)])
    let isOver = false
    const others: number[] = []
    const load = (async () => {
      for (let n = 0; !isOver; n++) {
        const { status } = await transfer(world, { role: 'admin', toUserId: stranger._id, points: 1, key: `o-${n}` })
        others.push(status)
      }
    })()
    const mixed = await accounts().findOne({ ...areaBelow(), role: 'player' }, { sort: { username: -1 } })
    const toMoving: number[] = []

    expect((await moveTo(next)).status).toBe(200)
    expect(await openMoves()).toBe(1)
    while ((await openMoves()) > 0) {
      expect([chain.admin._id, next._id]).toEqual(expect.arrayContaining(await adminsNamed()))
      const statuses = await Promise.all(
        [before, after].map(as => world.call(`GET /player/${mixed?._id}`, { as }).then(({ status }) => status)),
      )
      expect([200, 404]).toEqual(expect.arrayContaining(statuses))
      const sent = await transfer(world, {
        role: 'player',
        toUserId: mixed?._id ?? '',
        points: 1,
        as: before,
        key: `m-${toMoving.length}`,
      })
      toMoving.push(sent.status)
    }
    isOver = true
    await load
    // Accounts that left the sender's scope receive nothing: not found, or a conflict during the move.
    expect(toMoving.filter(status => status !== 404 && status !== 409)).toEqual([])
    expect(others.filter(status => status !== 200)).toEqual([])
    expect(await adminsNamed()).toEqual([next._id])
    expect((await world.call(`GET /player/${mixed?._id}`, { as: before })).status).toBe(404)
    expect((await world.call(`GET /player/${mixed?._id}`, { as: after })).status).toBe(200)
    await expect.poll(() => accounts().countDocuments({ unannounced: true }), patience).toBe(0)
    const events = await world.events('accounts.account.updated.v1')
    const moved = events.filter(
      ({ ancestry }) => ancestry.admin === next._id && ancestry.areamanager === chain.areamanager._id,
    )
    expect(new Set(moved.map(({ accountId }) => accountId)).size).toBe(count + 3)
    expect(await world.ledgerFaults()).toEqual([])
  })

  it('moves the exact use of the credit line while points move inside, into and out of the branch', async () => {
    await addCrowd(few)
    const next = await makeAccount(world, 'admin')
    const { admin, superareamanager, areamanager, master, player } = chain
    await fund(world, superareamanager, 1_000)
    const as = await world.actorOf(superareamanager.username)
    const give = (to: Made, points: number) => transfer(world, { role: to.role, toUserId: to._id, points, as })
    await give(player, 100)
    const play = postingsFor({ adminId: admin._id, gameId: 'game' })
    const bet = play.stake(player._id, 1_000)
    await world.ledger.play([bet, play.settle([[bet.id, 2_500]])])
    let isOver = false
    const booked = new Set<string>()
    const load = (async () => {
      while (!isOver) {
        const sent = await Promise.all([give(areamanager, 1), give(master, 2), give(player, 3)])
        const [stake] = await world.ledger.play([play.stake(player._id, 10)])
        const fresh = await transfer(world, { role: 'player', toUserId: player._id, points: 1 })
        for (const { status } of [...sent, fresh]) booked.add(`transfer ${status}`)
        booked.add(`stake ${stake?.outcome}`)
      }
    })()
    expect((await moveTo(next)).status).toBe(200)
    expect(await issuedTo(next)).toBeGreaterThan(90_000n)
    const other = await makeAccount(world, 'superareamanager', { refId: next._id })
    expect(await world.call(`PUT /superareamanager/${other._id}`, { body: { refId: admin._id } })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('still being moved') },
    })
    await expect.poll(openMoves, patience).toBe(0)
    isOver = true
    await load
    await world.ledger.play([play.claim(player._id, [[bet.id, 2_500]])])
    expect([...booked]).toEqual(expect.arrayContaining(['transfer 200', 'stake booked']))
    for (const each of [admin, next]) expect(await issuedTo(each)).toBe(await sumBelow(each))
    expect(await world.ledgerFaults()).toEqual([])
  })

  it('rejects a branch that the credit line of the new admin does not cover, before anything changes', async () => {
    const next = await makeAccount(world, 'admin', { creditLine: 10 })
    await fund(world, chain.superareamanager, 10.01)
    expect(await moveTo(next)).toMatchObject({
      status: 400,
      body: {
        reason: 'CREDIT_LINE',
        message: "Beyond the admin's credit line: 10.00 points are left.",
        creditLeft: 10,
      },
    })
    expect(await adminsNamed()).toEqual([chain.admin._id])
    expect([await issuedTo(chain.admin), await issuedTo(next)]).toEqual([1_001n, 0n])
    await world.call(`PUT /admins/${next._id}`, { body: { creditLine: 10.01 } })
    expect((await moveTo(next)).status).toBe(200)
    expect([await issuedTo(chain.admin), await issuedTo(next)]).toEqual([0n, 1_001n])
    expect(await world.ledgerFaults()).toEqual([])
  })

  it('resumes after an interruption', async () => {
    await addCrowd(few)
    const next = await makeAccount(world, 'admin')
    await moveTo(next)
    await expect.poll(openMoves, patience).toBe(0)
    // State after a process was killed half-way.
    const half = (
      await accounts()
        .find({ ...areaBelow(), role: 'player' })
        .limit(few / 2)
        .toArray()
    ).map(row => row._id)
    await accounts().updateMany({ _id: { $in: half } }, { $set: { 'ancestry.admin': chain.admin._id } })
    const { _id, role } = chain.superareamanager
    await world.db.collection<{ _id: string }>('moves').insertOne({ _id, role, at: new Date() } as never)
    await expect.poll(openMoves, patience).toBe(0)
    expect(await adminsNamed()).toEqual([next._id])
  })

  it('ends at the last position after several moves', async () => {
    await addCrowd(few)
    const [second, third] = [await makeAccount(world, 'admin'), await makeAccount(world, 'admin')]
    expect((await moveTo(second)).status).toBe(200)
    expect((await moveTo(third)).status).toBe(200)
    await expect.poll(openMoves, patience).toBe(0)
    expect(await adminsNamed()).toEqual([third._id])
    expect(await world.ledgerFaults()).toEqual([])
  })
})

import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { type Dashboard, type WatchRow, watchRuleDefaults } from '@cascade/contracts/reports'
import { addDays, businessDay } from '@cascade/service-kit'
import { accountCreated, actorOf, eventually, makeAccount } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeActivity } from '../../testing/make-activity'
import { makeTransfer, transferRecorded } from '../../testing/make-transfer'
import { startWorld } from '../../testing/world'
import { watchDue } from './watch-worker'

const world = await startWorld()
const { root, admin, manager, master, player, rival, rivalManager } = world.tree
const now = new Date()
const today = businessDay(now, 'UTC')
const yesterday = addDays(today, -1)
afterAll(() => world.stop())

const call = (as: AccountSnapshot, line: string, body?: object) => world.call(actorOf(as), line, body)
const rowsOf = async (as: AccountSnapshot, query = '') => {
  const { status, body } = await call(as, `GET /watch?size=100${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as WatchRow[]
}
const rowOf = async (account: AccountSnapshot, rule: string) =>
  (await rowsOf(root)).find(row => row.account.accountId === account.accountId && row.rule === rule)

async function newPlayer(parent: AccountSnapshot = master) {
  const account = makeAccount({ role: 'player', parent })
  await world.producer.emit(accountCreated(account))
  return account
}

/** One settled draw of a player on a day, in points. */
const played = ({ accountId: id, username, ancestry }: AccountSnapshot, day: string, play: number, win = 0) => {
  const rates = { superareamanager: 0, areamanager: 0, master: 0, player: 0 }
  const figures = { tickets: 10, play: `${play * 100}`, win: `${win * 100}`, rates }
  const players = [{ id, username, ancestry, stakeDay: day, ...figures }]
  const draw = { drawId: 'd', adminId: ancestry.admin, gameId: 'G1', resultVersion: 1, drawAt: now.toISOString() }
  const data = { ...draw, result: '7', booster: 1, chunk: 0, day, players }
  return { type: 'live.draw.settled.v1', at: day === today ? now : new Date(`${day}T12:00:00Z`), data }
}
const moved = (from: AccountSnapshot, to: AccountSnapshot, points: number, kind: 'transfer' | 'credit' = 'transfer') =>
  transferRecorded(makeTransfer(from, to, { kind, amount: `${points * 100}`, bizDate: today }))

/** Applies the rules to all events so far. */
async function look() {
  await world.caughtUp()
  await watchDue(world.deps(), { signal: new AbortController().signal, progress: () => {} })
}
const change = (as: AccountSnapshot, { _id }: WatchRow, body: object) => call(as, `PUT /watch/${_id}`, body)
const required = async (account: AccountSnapshot, rule: string): Promise<WatchRow> => {
  const row = await rowOf(account, rule)
  if (!row) throw new Error(`No row of ${rule}.`)
  return row
}

beforeAll(async () => {
  const past = [1, 2, 3, 4, 5].map(days => played(player, addDays(today, -days), 1_000))
  await world.live.emit(...past, played(player, today, 6_000))
  await look()
})

describe('the watch list', () => {
  it('shows why a rule found a player to the accounts above only', async () => {
    const found = {
      ...{ rule: 'stakes', day: today, evidence: { play: 6_000, usual: 1_000, days: 5 } },
      ...{ account: { accountId: player.accountId, username: player.username, role: 'player' } },
      ...{ state: 'open', assignee: null },
    }
    for (const as of [root, admin, manager, master]) expect(await rowsOf(as)).toMatchObject([found])
    expect(await rowsOf(rival)).toEqual([])
    expect((await call(player, 'GET /watch')).status).toBe(403)
  })

  it('has one row for each rule, player and day, with the evidence of the last look', async () => {
    const before = await required(player, 'stakes')
    await world.live.emit(played(player, today, 1_500))
    await look()
    const evidence = { play: 7_500, usual: 1_000, days: 5 }
    expect(await rowsOf(root, '&rule=stakes')).toEqual([{ ...before, evidence }])
  })

  it('finds credit in and out until it is played, and keeps a row that a user has changed', async () => {
    const [first, second] = [await newPlayer(), await newPlayer()]
    for (const each of [first, second]) {
      await world.producer.emit(moved(master, each, 2_000), moved(each, master, 2_000, 'credit'))
    }
    await look()
    expect(await rowOf(first, 'inAndOut')).toMatchObject({ evidence: { in: 2_000, out: 2_000, play: 0, days: 3 } })
    await change(master, await required(second, 'inAndOut'), { state: 'reviewed' })
    await world.live.emit(played(first, today, 900), played(second, today, 900))
    await look()
    expect(await rowOf(first, 'inAndOut')).toBeUndefined()
    expect(await rowOf(second, 'inAndOut')).toMatchObject({ state: 'reviewed' })
  })

  it('finds wins of several days beyond the odds', async () => {
    const lucky = await newPlayer()
    const days = [2, 1, 0].map(ago => addDays(today, -ago))
    await world.live.emit(...days.map(day => played(lucky, day, 100, 10_000)))
    await look()
    expect(await rowOf(lucky, 'wins')).toMatchObject({
      evidence: { play: 300, win: 30_000, tickets: 30, days: 7, luck: expect.any(Number) },
    })
  })

  it('counts bets that a limit has rejected, once for each activity', async () => {
    const limited = await newPlayer()
    await world.caughtUp()
    const rejected = { status: 400, code: 'VALIDATION', at: now.toISOString() }
    const twice = makeActivity(limited, { ...rejected, reason: 'STAKE_LIMIT', times: 2 })
    await world.producer.bus.publish(twice)
    await world.producer.bus.publish(twice)
    await world.producer.bus.publish(makeActivity(limited, { ...rejected, reason: 'INSUFFICIENT', times: 9 }))
    await world.producer.bus.publish(makeActivity(limited, { ...rejected, reason: 'LOSS_LIMIT' }))
    const found = await eventually(async () => {
      await look()
      return rowOf(limited, 'limits')
    })
    expect(found).toMatchObject({ evidence: { times: 3 }, day: today })
  })

  it('finds players of a branch who signed in from one address, each counted once a day', async () => {
    const atDesk = await Promise.all(Array.from({ length: 10 }, () => newPlayer()))
    const stranger = await newPlayer(rivalManager)
    await world.caughtUp()
    const signIn = {
      operation: 'gateway.session.open',
      subject: 'LOGIN',
      at: now.toISOString(),
      ipAddress: '203.0.113.7',
    }
    const signInOf = (each: AccountSnapshot, more = {}) => makeActivity(each, { ...signIn, ...more })
    const [first, ...others] = atDesk
    if (!first) throw new Error('no players')
    for (const each of [...others, others[0] ?? first, stranger]) await world.producer.bus.publish(signInOf(each))
    await world.producer.bus.publish(signInOf(first, { status: 401 }))
    await world.producer.bus.publish(signInOf(first, { ipAddress: '203.0.113.8' }))
    await look()
    expect(await rowsOf(root, '&rule=network')).toEqual([])
    await world.producer.bus.publish(signInOf(first))
    const found = await eventually(async () => {
      await look()
      return rowOf(first, 'network')
    })
    expect(found).toMatchObject({ evidence: { players: 10 }, day: today })
    expect(await rowOf(stranger, 'network')).toBeUndefined()
  })

  it('is counted among the action items of the branch while rows are open', async () => {
    const watcher = makeAccount({ role: 'master', parent: world.tree.area })
    await world.producer.emit(accountCreated(watcher))
    const found = await newPlayer(watcher)
    await world.producer.emit(moved(watcher, found, 2_000), moved(found, watcher, 2_000, 'credit'))
    await look()
    const items = async () => {
      const { body } = await call(watcher, 'GET /reports/dashboard')
      return (body.data as Dashboard).hands?.filter(({ kind }) => kind === 'watch')
    }
    expect(await items()).toMatchObject([{ count: 1, oldest: expect.any(String) }])
    await change(watcher, await required(found, 'inAndOut'), { state: 'closed' })
    expect(await items()).toEqual([])
  })

  it('moves with a player to another branch', async () => {
    const mover = await newPlayer()
    await world.producer.emit(moved(master, mover, 2_000), moved(mover, master, 2_000, 'credit'))
    await look()
    const ancestry = { ...rivalManager.ancestry, superareamanager: rivalManager.accountId }
    const data = { ...mover, ancestry, parentId: rivalManager.accountId, version: 2 }
    await world.producer.emit({ type: 'accounts.account.updated.v1', data })
    await world.caughtUp()
    const idsOf = async (as: AccountSnapshot) => (await rowsOf(as)).map(({ account }) => account.accountId)
    expect(await idsOf(rivalManager)).toEqual([mover.accountId])
    expect(await idsOf(master)).not.toContain(mover.accountId)
  })
})

describe('a row of the watch list', () => {
  it('is assigned to an account above the player in the subtree of the caller', async () => {
    const row = await required(player, 'stakes')
    const assigned = await change(manager, row, { assignee: master.accountId })
    const { accountId, username, role } = master
    expect(assigned.body.data).toMatchObject({ state: 'open', assignee: { accountId, username, role } })
    expect(await rowsOf(root, `&assignee=${accountId}`)).toMatchObject([{ _id: row._id }])
    for (const assignee of [rival.accountId, admin.accountId, player.accountId]) {
      expect((await change(manager, row, { assignee })).status).toBe(404)
    }
    expect((await change(manager, row, { assignee: null })).body.data).toMatchObject({ assignee: null })
  })

  it('is not changed by other branches, nor in other fields', async () => {
    const row = await required(player, 'stakes')
    expect((await change(rival, row, { state: 'closed' })).status).toBe(404)
    expect((await change(player, row, { state: 'closed' })).status).toBe(403)
    expect((await change(admin, row, { evidence: {} })).status).toBe(400)
    expect(await rowOf(player, 'stakes')).toEqual(row)
  })

  it('leaves the open ones when it is closed, and comes back when it is opened', async () => {
    const row = await required(player, 'stakes')
    const isOpen = async () => (await rowsOf(admin, '&state=open')).some(({ _id }) => _id === row._id)
    await change(admin, row, { state: 'closed' })
    expect(await isOpen()).toBe(false)
    await change(admin, row, { state: 'open' })
    expect(await isOpen()).toBe(true)
  })
})

describe('the rules of the watch list', () => {
  const rulesOf = async (as: AccountSnapshot) => (await call(as, 'GET /watch/rules')).body.data
  const strict = { ...watchRuleDefaults, inAndOut: { ...watchRuleDefaults.inAndOut, amountMin: 10 } }
  const off = { ...watchRuleDefaults, inAndOut: { ...watchRuleDefaults.inAndOut, isOn: false } }

  it('are those of the admin, else those of superadmins, else the defaults', async () => {
    expect(await rulesOf(admin)).toEqual(watchRuleDefaults)
    expect((await call(root, 'PUT /watch/rules', strict)).status).toBe(200)
    expect((await call(rival, 'PUT /watch/rules', off)).status).toBe(200)
    expect([await rulesOf(admin), await rulesOf(rival), await rulesOf(root)]).toEqual([strict, off, strict])
  })

  it('are applied to the players of their admin', async () => {
    const [own, other] = [await newPlayer(), await newPlayer(rivalManager)]
    await world.producer.emit(moved(master, own, 20), moved(own, master, 20, 'credit'))
    await world.producer.emit(moved(rivalManager, other, 9_000), moved(other, rivalManager, 9_000, 'credit'))
    await look()
    expect(await rowOf(own, 'inAndOut')).toMatchObject({ evidence: { in: 20 }, day: today })
    expect(await rowOf(other, 'inAndOut')).toBeUndefined()
  })

  it('are set by admins and superadmins only, within bounds', async () => {
    expect((await call(manager, 'GET /watch/rules')).status).toBe(403)
    expect((await call(manager, 'PUT /watch/rules', off)).status).toBe(403)
    const beyond = { ...off, stakes: { ...off.stakes, factor: 1 } }
    expect((await call(admin, 'PUT /watch/rules', beyond)).status).toBe(400)
    expect((await call(admin, 'PUT /watch/rules', { ...off, other: {} })).status).toBe(400)
  })
})

describe('the days to look at', () => {
  it('are those of the last week, so that a rebuild does not look at all the past', async () => {
    const old = addDays(today, -20)
    await world.live.emit(played(player, old, 5), played(player, yesterday, 5))
    await world.caughtUp()
    const due = await world.db.collection<{ _id: string; days: { day: string }[] }>('watch_due').find().toArray()
    const days = new Set(due.flatMap(each => each.days.map(({ day }) => day)))
    expect([...days]).toEqual([yesterday])
  })
})

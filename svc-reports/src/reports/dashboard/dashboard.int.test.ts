import { type AccountSnapshot, authApi, secondStepApi } from '@cascade/contracts/accounts'
import type { Dashboard } from '@cascade/contracts/reports'
import { accountCreated, actorOf, eventually, makeAccount } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLastLogins } from '../../projections/activities/store-activities'
import { makeActivity } from '../../testing/make-activity'
import { makeTransfer, transferRecorded } from '../../testing/make-transfer'
import { startWorld } from '../../testing/world'

const now = new Date()
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const today = dayOf(now)
const dayAgo = new Date(now.getTime() - 86_400_000)
const weekAgo = new Date(now.getTime() - 7 * 86_400_000)

const world = await startWorld()
beforeAll(async () => {
  const { root, admin, manager, player, rival, master } = world.tree
  const suspended = makeAccount({ role: 'player', parent: master, username: 'frozen', active: false })
  const empty = makeAccount({ role: 'player', parent: master, active: false })
  world.balances.set(suspended.accountId, 777n)
  await world.games.emit(gameCreated('MNOQqWWi', 'Fun Target'))
  await world.producer.emit(accountCreated(suspended), accountCreated(empty))
  await world.producer.emit(
    ...[
      makeTransfer('issuer', root, { kind: 'generated', amount: '500000', bizDate: today }),
      makeTransfer(root, admin, { amount: '30000', bizDate: today }),
      makeTransfer(admin, manager, { amount: '20000', bizDate: today }),
      makeTransfer(manager, admin, { kind: 'credit', amount: '5000', bizDate: today }),
      makeTransfer(admin, manager, { amount: '900', bizDate: today }),
      makeTransfer(manager, admin, {
        ...{ kind: 'reversal', amount: '900', bizDate: today },
        reverses: { transferId: 't', kind: 'transfer', at: now.toISOString(), by: 'ada' },
      }),
      makeTransfer(master, suspended, { amount: '100', bizDate: dayOf(dayAgo) }),
    ].map(transferRecorded),
    { type: 'accounts.presence.changed.v1', data: { online: [player.accountId, rival.accountId], offline: [] } },
  )
  await world.live.emit(
    settled(player, now, '1000', '400'),
    settled(player, new Date(dayAgo.getTime() - 1_000), '300', '0'),
    settled(player, new Date(weekAgo.getTime() - 1_000), '200', '50'),
    // Later than now on the same days: by minutes, which may share a journal row, and by an hour.
    settled(player, new Date(weekAgo.getTime() + 600_000), '600', '0'),
    settled(player, new Date(weekAgo.getTime() + 3_600_000), '7000', '0'),
  )
  await world.caughtUp()
  const login = { subject: 'LOGIN', status: 401, at: now.toISOString() }
  const [password, passkey] = [authApi.login, secondStepApi.passkey].map(({ id }) => ({ ...login, operation: id }))
  const code = { ...login, operation: secondStepApi.secondFactor.id, requestUrl: '/api/auth/second-factor' }
  await world.producer.bus.publish(makeActivity(null, { ...code, username: player.username }))
  await world.producer.bus.publish(makeActivity(null, { ...passkey, username: '' }))
  await world.producer.bus.publish(makeActivity(null, { ...password, username: 'nobody' }))
  const signedIn = { ...login, operation: secondStepApi.newPassword.id, requestUrl: '/api/auth/new-password' }
  await world.producer.bus.publish(makeActivity(player, { ...signedIn, status: 200 }))
  const complaint = {
    enquiryType: 'Technical',
    fullName: 'Asha Rao',
    email: 'asha@example.com',
    mobile: '+91 98765 43210',
    complaintDetails: 'The result did not appear.',
  }
  expect((await world.call(actorOf(root), 'POST /complaint', complaint)).status).toBeLessThan(300)
  await eventually(async () => (await dashboard(root)).failedLogins.today === 3)
})
afterAll(() => world.stop())

const gameCreated = (gameId: string, gameName: string) => ({
  type: 'games.game.created.v1',
  data: {
    _id: gameId,
    gameId,
    gameName,
    nodigit: 10,
    timecount: 60,
    status: 'active',
    deleted: false,
    version: 1,
  },
})

const noRates = { superareamanager: 0, areamanager: 0, master: 0, player: 0 }

function settled({ accountId: id, username, ancestry }: AccountSnapshot, at: Date, play: string, win: string) {
  const players = [{ id, username, ancestry, stakeDay: dayOf(at), tickets: 1, play, win, rates: noRates }]
  const draw = { drawId: 'd', adminId: ancestry.admin, gameId: 'MNOQqWWi', resultVersion: 1, drawAt: at.toISOString() }
  return {
    type: 'live.draw.settled.v1',
    at,
    data: { ...draw, result: '7', booster: 1, chunk: 0, day: dayOf(at), players },
  }
}

async function dashboard(account: AccountSnapshot): Promise<Dashboard> {
  const { status, body } = await world.call(actorOf(account), 'GET /reports/dashboard')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Dashboard
}

describe('the dashboard', () => {
  it('compares today with yesterday until the same time, by hour, day and game', async () => {
    const { admin, rival } = world.tree
    const { today: own, yesterday, hours, days, games } = await dashboard(admin)
    expect(own).toMatchObject({ playPoints: 10, winPoints: 4, endPoints: 6 })
    expect(yesterday).toMatchObject({ playPoints: 3, winPoints: 0 })
    const hour = now.toISOString().slice(0, 13)
    expect(hours.today.filter(point => point.playPoints > 0).map(point => point.at)).toEqual([hour])
    expect([hours.today.length, hours.yesterday.length, days.length]).toEqual([24, 24, 14])
    expect(
      days
        .slice(-2)
        .map(({ at, playPoints }) => [at, playPoints])
        .at(-1),
    ).toEqual([today, 10])
    expect(games).toMatchObject([{ gameId: 'MNOQqWWi', gameName: 'Fun Target', playPoints: 10 }])
    expect(await dashboard(rival)).toMatchObject({ today: { playPoints: 0 }, games: [] })
  })

  it('shows the credit that crossed the border of the subtree, without what was reversed', async () => {
    const { root, admin, manager, rival } = world.tree
    expect((await dashboard(root)).flow.today).toEqual({ in: 5_000, out: 0 })
    expect((await dashboard(admin)).flow.today).toEqual({ in: 300, out: 0 })
    expect((await dashboard(manager)).flow.today).toEqual({ in: 200, out: 50 })
    expect((await dashboard(rival)).flow.today).toEqual({ in: 0, out: 0 })
  })

  it('names its day and zone, and the exposure of open draws of own games', async () => {
    const { root, admin, rival, manager } = world.tree
    world.exposures.set('null', { draws: 3, stake: '1500', worst: '18000' })
    world.exposures.set(admin.accountId, { draws: 1, stake: '1000', worst: '18000' })
    expect(await dashboard(root)).toMatchObject({
      day: today,
      zone: 'UTC',
      exposure: { draws: 3, stake: 15, worst: 180 },
    })
    expect(await dashboard(admin)).toMatchObject({ exposure: { draws: 1, stake: 10, worst: 180 } })
    expect(await dashboard(rival), 'svc-live does not answer').toMatchObject({
      exposure: null,
      today: { playPoints: 0 },
    })
    expect(await dashboard(manager)).not.toHaveProperty('exposure')
  })

  it('shows players online, suspended accounts with credit, and failed sign-ins', async () => {
    const { root, admin, rival } = world.tree
    expect(await dashboard(admin)).toMatchObject({
      onlinePlayers: 1,
      suspended: {
        count: 1,
        points: 7.77,
        isWhole: true,
        accounts: [{ username: 'frozen', role: 'player', points: 7.77 }],
      },
      failedLogins: { today: 1, yesterday: 0 },
    })
    expect(await dashboard(rival)).toMatchObject({
      onlinePlayers: 0,
      suspended: { count: 0 },
      failedLogins: { today: 0 },
    })
    expect((await dashboard(root)).failedLogins.today).toBe(3)
    expect(await readLastLogins(world.db, [world.tree.player.accountId])).toMatchObject({ size: 1 })
  })

  it('lists action items, each only for roles that may see it', async () => {
    const { root, admin, manager, rival } = world.tree
    const oldest = dayAgo.toISOString()
    const waits = { late: { count: 2, oldest }, stops: { count: 1, oldest } }
    world.exposures.set('null', { draws: 3, stake: '1500', worst: '18000', ...waits })
    world.exposures.set(admin.accountId, { draws: 1, stake: '1000', worst: '18000', ...waits })
    const itemsOf = async (account: AccountSnapshot) =>
      (await dashboard(account)).hands?.map(({ kind, count, role, points }) => [kind, count, role, points])
    const suspended = ['suspended', 1, 'player', 7.77]
    const logins = (count: number) => ['refusedLogins', count, undefined, undefined]
    const live = [
      ['lateDraws', 2, undefined, undefined],
      ['stops', 1, undefined, undefined],
    ]
    const complaints = ['complaints', 1, undefined, undefined]
    expect(await itemsOf(manager)).toEqual([suspended, logins(1)])
    expect(await itemsOf(admin)).toEqual([...live, suspended, complaints, logins(1)])
    expect(await itemsOf(rival), 'whose games svc-live does not answer for').toEqual([complaints])
    const ofRoot = (await dashboard(root)).hands ?? []
    expect(ofRoot.map(({ kind }) => kind)).toEqual(['lateDraws', 'stops', 'suspended', 'complaints', 'refusedLogins'])
    expect(ofRoot[0]?.oldest).toBe(oldest)
    for (const { kind, oldest: since } of ofRoot) expect([kind, Date.parse(since ?? '') > 0]).toEqual([kind, true])
  })

  it('says when there are more suspended accounts than it checks', async () => {
    const { rivalManager: parent } = world.tree
    const many = Array.from({ length: 1_001 }, () => makeAccount({ role: 'areamanager', parent, active: false }))
    world.balances.set(many[0]?.accountId ?? '', 100n)
    await world.producer.emit(...many.map(accountCreated))
    await world.caughtUp()
    expect((await dashboard(world.tree.rival)).suspended.isWhole).toBe(false)
  })

  it('lists what the week needs, and says when svc-accounts does not answer', async () => {
    const { admin, rival, manager } = world.tree
    const weeks = { kind: 'openPeriods' as const, count: 1, oldest: weekAgo.toISOString(), period: dayOf(weekAgo) }
    world.weekItems.set(`${admin.accountId} ${dayOf(new Date(weekAgo.getTime() - 1_000))}`, [weeks])
    world.weekItems.set(`${rival.accountId} 9999-12-31`, [{ kind: 'payments', count: 2, oldest: null, points: 7 }])
    world.weekItems.set(manager.accountId, null)
    expect((await dashboard(admin)).hands).toContainEqual(weeks)
    expect(await dashboard(admin)).not.toHaveProperty('isWeekUnknown')
    expect((await dashboard(rival)).hands).toContainEqual({ kind: 'payments', count: 2, oldest: null, points: 7 })
    const partial = await dashboard(manager)
    expect(partial).toMatchObject({ isWeekUnknown: true, failedLogins: {} })
    expect(partial.hands?.map(({ kind }) => kind)).not.toContain('openPeriods')
  })

  it('compares with the same day of last week and ranks the branches directly below', async () => {
    const { root, admin, manager, master, player, rival } = world.tree
    expect((await dashboard(admin)).lastWeek).toMatchObject({ playPoints: 2, winPoints: 0.5 })
    const branch = { playPoints: 10, winPoints: 4, endPoints: 6 }
    const below = [
      [root, admin],
      [admin, manager],
      [master, player],
    ] as const
    for (const [reader, child] of below) {
      expect((await dashboard(reader)).branches).toMatchObject([{ id: child.accountId, role: child.role, ...branch }])
    }
    expect((await dashboard(rival)).branches).toEqual([])
  })

  it('is available to back-office roles only', async () => {
    const { player, gift } = world.tree
    for (const account of [player, gift]) {
      expect((await world.call(actorOf(account), 'GET /reports/dashboard')).status).toBe(403)
    }
  })
})

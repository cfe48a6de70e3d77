import { type AccountSnapshot, secondStepApi } from '@cascade/contracts/accounts'
import type { OnlinePlayer } from '@cascade/contracts/reports'
import { accountCreated, actorOf, eventually, makeAccount } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeActivity } from '../../testing/make-activity'
import { startWorld } from '../../testing/world'

const today = new Date().toISOString().slice(0, 10)
const world = await startWorld()
const others = ['anna', 'bert', 'cleo'].map(username =>
  makeAccount({ role: 'player', parent: world.tree.master, username }),
)

beforeAll(async () => {
  const { player, rivalManager } = world.tree
  const [anna, bert] = others as [AccountSnapshot, AccountSnapshot]
  await world.producer.emit(...others.map(accountCreated))
  await world.producer.emit(presence({ online: [bert.accountId, anna.accountId, rivalManager.accountId] }))
  await world.producer.emit(presence({ offline: [anna.accountId] }))
  world.balances.set(player.accountId, 12_345n)
  await world.live.emit(...played(bert))
  await world.caughtUp()
})
afterAll(() => world.stop())

const presence = (data: { online?: string[]; offline?: string[] }) => ({
  type: 'accounts.presence.changed.v1',
  data: { online: [], offline: [], ...data },
})

const noRates = { superareamanager: 0, areamanager: 0, master: 0, player: 0 }

function played({ accountId: id, username, ancestry }: AccountSnapshot) {
  const draw = {
    drawId: 'd',
    adminId: ancestry.admin,
    gameId: 'MNOQqWWi',
    resultVersion: 1,
    drawAt: `${today}T00:00:00.000Z`,
  }
  const player = { id, username, ancestry }
  const row = { ...player, stakeDay: today, tickets: 1, play: '1000', win: '250', rates: noRates }
  const claim = {
    claimId: 'c',
    adminId: ancestry.admin,
    gameId: 'MNOQqWWi',
    player,
    amount: '150',
    tickets: 1,
    day: today,
  }
  return [
    { type: 'live.draw.settled.v1', data: { ...draw, result: '7', booster: 1, chunk: 0, day: today, players: [row] } },
    { type: 'live.ticket.claimed.v1', data: { ...claim, isAutomatic: false } },
  ]
}

/** A correction that takes back the whole win and its claim. */
function corrected(player: AccountSnapshot) {
  const [settled] = played(player)
  const data = settled?.data as { players: object[] }
  const row = { ...data.players[0], tickets: 0, play: '0', win: '-250', claim: '-150' }
  return { type: 'live.draw.settled.v1', data: { ...data, result: '3', resultVersion: 2, players: [row] } }
}

async function list(account: AccountSnapshot, query = '') {
  const { status, body } = await world.call(actorOf(account), `GET /onlinePlayer${query}`)
  const rows = (body.data ?? []) as OnlinePlayer[]
  return { status, rows, total: body.total, online: body.online, names: rows.map(row => row.username) }
}

describe('the list of online players', () => {
  it('shows players below the caller, online ones first', async () => {
    const { admin, master, player, rival, root } = world.tree
    const all = ['bert', 'anna', 'cleo', player.username]
    for (const account of [root, admin, master]) {
      expect(await list(account)).toMatchObject({ names: all, total: 4, online: 1 })
    }
    expect(await list(rival)).toMatchObject({ names: [], total: 0, online: 0 })
    expect((await list(player)).status).toBe(403)
    expect((await list(rival, `?loginid=${master.accountId}`)).status).toBe(404)
    expect((await list(root, `?loginid=${master.accountId}`)).total).toBe(4)
  })

  it('shows their balance and today’s play, wins and claims', async () => {
    const { master, player } = world.tree
    const { rows } = await list(master)
    expect(rows[0]).toMatchObject({
      username: 'bert',
      isOnline: true,
      points: 0,
      lastLogin: null,
      playPoints: 10,
      winPoints: 2.5,
      endPoints: 7.5,
      claimPoints: 1.5,
    })
    expect(rows.find(row => row._id === player.accountId)).toMatchObject({
      points: 123.45,
      isOnline: false,
      playPoints: 0,
    })
  })

  it('never shows more claims than wins after a correction, like the other reports', async () => {
    const { master, root } = world.tree
    const bert = others[1] as AccountSnapshot
    await world.live.emit(corrected(bert))
    await world.caughtUp()
    const { rows } = await list(master)
    expect(rows[0]).toMatchObject({ username: 'bert', playPoints: 10, winPoints: 0, claimPoints: 0, endPoints: 10 })
    const read = async (path: string) => (await world.call(actorOf(root), `GET ${path}`)).body as Record<string, never>
    expect((await read('/reports/turnoverreport')).summary).toMatchObject({ winPoints: 0, endPoints: 10 })
    expect((await read('/reports/weeks')).data).toMatchObject({ thisWeek: { won: 0, end: 10 } })
    expect((await read('/reports/dashboard')).data).toMatchObject({ today: { winPoints: 0, endPoints: 10 } })
  })

  it('shows balances and figures as of a time and its day', async () => {
    const { master } = world.tree
    const bert = others[1] as AccountSnapshot
    const before = new Date(Date.parse(`${today}T00:00:00.000Z`) - 1).toISOString()
    world.pastBalances.set(before, new Map([[bert.accountId, 4_200n]]))
    const { rows } = await list(master, `?asOf=${before}`)
    expect(rows[0]).toMatchObject({ username: 'bert', points: 42, playPoints: 0, winPoints: 0, claimPoints: 0 })
    expect((await list(master, '?asOf=0020-02-29T00:00:00.000Z')).status).toBe(400)
    expect((await list(master, '?asOf=2999-01-01T00:00:00.000Z')).status).toBe(400)
  })

  it('filters by state and name, in pages', async () => {
    const { master } = world.tree
    expect((await list(master, '?status=online')).names).toEqual(['bert'])
    expect((await list(master, '?status=offline&q=A')).names).toContain('anna')
    expect((await list(master, '?page=2&size=3')).names).toHaveLength(1)
    expect((await list(master, '?page=1&size=3&order=desc')).names[0]).toBe('bert')
  })

  it('shows the last sign-in', async () => {
    const { master } = world.tree
    const bert = others[1] as AccountSnapshot
    const login = { subject: 'LOGIN', operation: secondStepApi.secondFactor.id }
    await world.producer.bus.publish(makeActivity(bert, { ...login, at: '2026-03-01T10:00:00.000Z' }))
    await world.producer.bus.publish(makeActivity(bert, { ...login, at: '2026-03-01T09:00:00.000Z' }))
    await world.producer.bus.publish(makeActivity(bert, { ...login, at: '2026-03-01T11:00:00.000Z', status: 401 }))
    await eventually(async () => (await list(master)).rows[0]?.lastLogin === '2026-03-01T10:00:00.000Z')
  })
})

import type { Run, Settlement } from '@cascade/contracts/accounts'
import type { PeriodRow } from '@cascade/contracts/reports'
import { type Actor, addDays, busy } from '@cascade/service-kit'
import { eventually } from '@cascade/service-kit/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeNextRows } from '../runs/close-rows'
import { makeCashCalls } from '../testing/cash'
import { type Chain, fund, makeAccount, makeChain } from '../testing/make-accounts'
import { makePerson } from '../testing/make-person'
import { makeWorld, testPassword, type WorldOptions } from '../testing/world'

type Figures = Partial<Record<'play' | 'win' | 'commission' | 'net', number>>
type Child = Figures & { childId: string; late?: Figures; corrections?: PeriodRow['corrections'] }

/** The coming Sunday: the ledger, whose clock is the real one, does not see sessions of the past. */
const today = new Date().toISOString().slice(0, 10)
const sunday = addDays(today, 7 - new Date(today).getUTCDay())
const monday = addDays(sunday, -6)
/** Morning of the Monday after that many weeks. */
const morningAfter = (weeks: number) => new Date(`${addDays(sunday, 7 * weeks + 1)}T09:00:00Z`)
let clock = morningAfter(0)
/** Figures that svc-reports answers, in hundredths, and its position. */
let children: Child[] = []
const position = 40
let isAway = false
const requests: object[] = []

const toFigures = ({ play = 0, win = 0, commission = 0, net = play - win - commission }: Figures) => ({
  ...{ play: String(play), win: String(win), commission: String(commission), net: String(net) },
})
const periodFigures: WorldOptions['periodFigures'] = async body => {
  if (isAway) throw busy()
  requests.push(body)
  const rows = children.map(({ childId, late = {}, corrections = [], ...own }) => ({
    ...{ childId, ...toFigures(own), late: toFigures(late), corrections },
  }))
  return { position: body.position ?? position, rows, hash: JSON.stringify(rows), signature: 'signed' }
}

const world = await makeWorld({ now: () => clock, periodFigures })
afterAll(() => world.close())

let chain: Chain
let master: Actor
let player: string
let other: string
let cash: ReturnType<typeof makeCashCalls>
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  clock = morningAfter(0)
  isAway = false
  chain = await makeChain(world)
  master = await world.actorOf(chain.master.username)
  player = chain.player._id
  other = (await makeAccount(world, 'player', { refId: chain.master._id }))._id
  cash = makeCashCalls(world, chain, master)
  children = [
    { childId: player, play: 100_000, win: 70_000, commission: 2_000 },
    { childId: other, play: 500, win: 900 },
  ]
})

const close = (to = sunday, { as = master, preview = false, key = to } = {}) =>
  world.call('POST /settlements/close', { as, body: { to, preview }, headers: { 'idempotency-key': key } })
const list = async (query = `?period=${sunday}`, as = master) =>
  (await world.call(`GET /settlements${query}`, { as })).body
const finished = (runId: string, as = master) =>
  eventually(async () => {
    const { run } = (await world.call(`GET /runs/${runId}`, { as })).body as { run: Run }
    return run.state === 'running' ? undefined : run
  })
async function closed(to = sunday): Promise<Settlement[]> {
  const { status, body } = await close(to)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await finished(body.data.run._id)).toMatchObject({ state: 'done', refused: 0 })
  return (await list(`?period=${to}`)).data
}
const noticesOf = (accountId: string) => world.db.collection('notices').find({ accountId }).toArray()
/** Sessions do not outlast the weeks between. */
async function continueAfter(weeks: number) {
  clock = morningAfter(weeks)
  master = await world.actorOf(chain.master.username)
}
const rowOf = (rows: readonly Settlement[], userId: string) => rows.find(row => row.userId === userId) as Settlement
const pay = (
  { _id }: Settlement,
  as: 'points' | 'cash',
  { by = master, key = `pay-${_id}-${as}`, password = testPassword } = {},
) => world.call(`POST /settlements/${_id}/pay`, { as: by, body: { as, password }, headers: { 'idempotency-key': key } })

describe('a preview', () => {
  it('shows what a close would freeze, and changes nothing', async () => {
    const { preview } = (await close(sunday, { preview: true })).body.data
    expect(preview.period).toEqual({ from: monday, to: sunday })
    expect(preview.rows).toMatchObject([
      { userId: player, play: 1000, win: 700, end: 300, commission: 20, due: 20, net: 280 },
      { userId: other, play: 5, win: 9, end: -4, commission: 0, due: 0, net: -4 },
    ])
    expect(preview.sums).toMatchObject({ play: 1005, win: 709, end: 296, commission: 20, due: 20, net: 276 })
    expect(await list()).toMatchObject({ data: [], total: 0, next: { from: monday, to: sunday, isOver: true } })
  })
})

describe('a closed week', () => {
  it('freezes the figures, and what each child owes enters its current account', async () => {
    const rows = await closed()
    expect(rows).toHaveLength(2)
    expect(rowOf(rows, player)).toMatchObject({
      state: 'closed',
      due: 20,
      net: 280,
      period: { from: monday, to: sunday },
    })
    expect(rowOf(rows, other)).toMatchObject({ state: 'paid', due: 0, net: -4 })
    expect(await cash.expectSound(player)).toMatchObject([
      { kind: 'settled', amount: 280, settlementId: rowOf(rows, player)._id },
    ])
    const note = `Settlement ${monday} to ${sunday}`
    expect(await cash.expectSound(other)).toMatchObject([{ kind: 'settled', amount: -4, note }])
    const { closed: period, unpaid } = await list()
    expect(period).toMatchObject({ position, signature: 'signed', comparison: 'same' })
    expect(unpaid).toBe(20)
  })

  it('carries bets that were settled later into the next one, and names corrections', async () => {
    await closed()
    await continueAfter(1)
    const corrections = [{ drawId: 'd1', gameId: 'g1', day: addDays(sunday, 2), reason: 'read wrongly', win: '5000' }]
    const late = { play: 1_000, commission: 20 }
    children = [{ childId: player, play: 10_000, win: 5_000, commission: 200, late, corrections }]
    const [row] = await closed(addDays(sunday, 7))
    expect(requests.at(-1)).toMatchObject({ from: addDays(monday, 7), position, previous: position })
    expect(row).toMatchObject({ commission: 2, carried: 0.2, due: 2.2, net: 48, carriedNet: 9.8 })
    expect(row?.corrections).toMatchObject([{ drawId: 'd1', reason: 'read wrongly', win: 50, net: -50 }])
    expect((await cash.expectSound(player)).at(-1)).toMatchObject({ amount: 57.8, balance: 337.8 })
  })

  it('is compared with the same computation of today', async () => {
    await closed()
    children = children.map(child => (child.childId === player ? { ...child, win: 60_000 } : child))
    const { data, closed: period } = await list()
    expect(period.comparison).toBe('different')
    expect(rowOf(data, player).differs).toMatchObject({ play: 1000, win: 600, net: 380 })
    expect(rowOf(data, other).differs).toBeUndefined()
    isAway = true
    expect((await list()).closed.comparison).toBe('unavailable')
  })

  it('is closed once by two instances, in order, and only when it is over', async () => {
    const second = await world.startAnother()
    const body = { to: sunday }
    const answers = await Promise.all([
      close(sunday, { key: 'a' }),
      second.call(master, 'POST /settlements/close', body, { 'idempotency-key': 'b' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await finished(answers.find(({ status }) => status === 200)?.body.data.run._id)
    await second.stop()
    expect((await list()).total).toBe(2)
    expect(await cash.expectSound(player)).toHaveLength(1)
    const codes = [sunday, addDays(sunday, 7), addDays(sunday, -1)].map(
      async to => (await close(to, { key: `x${to}` })).status,
    )
    expect(await Promise.all(codes)).toEqual([409, 409, 400])
    await continueAfter(2)
    expect((await close(addDays(sunday, 14), { key: 'skip' })).body.message).toContain(addDays(sunday, 7))
  })

  it('cannot be stopped, and is finished after its actor was suspended', async () => {
    const { run } = (await close()).body.data
    expect((await world.call(`POST /runs/${run._id}/stop`, { as: master })).status).toBe(409)
    await world.call(`PATCH /master/toggle-status/${chain.master._id}/deactivate`)
    await eventually(
      async () => (await world.db.collection('settlements').countDocuments({ parentId: chain.master._id })) === 2,
    )
  })

  it('has each row and entry once when workers fail at any step or do the same part', async () => {
    // The service's own worker finds no run.
    vi.spyOn(world.deps.runs, 'running').mockResolvedValue([])
    const { run } = (await close()).body.data
    const stored = await world.deps.runs.find(run._id)
    if (!stored) throw new Error('The run is stored.')
    const { settlements, cash: store, runs } = world.deps
    const steps = [
      () => vi.spyOn(settlements, 'insert'),
      () => vi.spyOn(store, 'addMany'),
      () => vi.spyOn(runs, 'advance'),
    ]
    for (const step of steps) {
      const spy = step().mockRejectedValue(new Error('killed'))
      await expect(closeNextRows(world.deps, stored)).rejects.toThrow('killed')
      spy.mockRestore()
      expect((await list()).total).toBe(0)
    }
    const results = await Promise.allSettled([1, 2, 3].map(() => closeNextRows(world.deps, stored)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await list()).total).toBe(2)
    expect(await cash.expectSound(player)).toHaveLength(1)
  })

  it('is in the bell of children that are operators', async () => {
    const { username } = chain.areamanager
    const areamanager = await world.actorOf(username)
    children = [{ childId: chain.master._id, play: 1_000, commission: 20 }]
    const { run } = (await close(sunday, { as: areamanager })).body.data
    await finished(run._id, areamanager)
    const notice = { kind: 'period-closed', data: { from: monday, to: sunday, by: username } }
    expect(await noticesOf(chain.master._id)).toMatchObject([notice])
  })

  it('and its payment are in the bell of their people who may see them', async () => {
    const areamanager = await world.actorOf(chain.areamanager.username)
    const child = await world.actorOf(chain.master.username)
    const [cashier, live] = [await makePerson(world, child, 'cashier'), await makePerson(world, child, 'live')]
    children = [{ childId: chain.master._id, play: 1_000, commission: 20 }]
    const { run } = (await close(sunday, { as: areamanager })).body.data
    await finished(run._id, areamanager)
    const [row] = (await list(undefined, areamanager)).data
    expect((await pay(row, 'cash', { by: areamanager })).status).toBe(200)
    const data = { by: areamanager.username }
    const notices = ['period-closed', 'commission-paid'].map(kind => ({ kind, data }))
    expect(await noticesOf(cashier._id)).toMatchObject(notices)
    expect(await noticesOf(live._id)).toEqual([])
  })

  it('without figures is closed too', async () => {
    children = []
    const { run } = (await close()).body.data
    expect(run).toMatchObject({ state: 'done', total: 0 })
    expect((await list()).next).toMatchObject({ to: addDays(sunday, 7), isOver: false })
  })
})

describe('a payment of a settlement', () => {
  it('as cash is recorded once for any number of callers, and moves no points', async () => {
    const row = rowOf(await closed(), player)
    const points = await world.transferEvents()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => pay(row, 'cash', { key: `k${at}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(await world.transferEvents()).toEqual(points)
    expect((await cash.expectSound(player)).at(-1)).toMatchObject({ kind: 'paid', amount: 20, balance: 300 })
    const { cashId = '' } = rowOf((await list()).data, player)
    expect(await cash.reverse(cashId)).toMatchObject({ status: 409, body: { reason: 'NOT_REVERSIBLE' } })
    expect(rowOf((await list()).data, player)).toMatchObject({ state: 'paid', paidAs: 'cash' })
    const paid = (await noticesOf(player)).filter(({ kind }) => kind === 'commission-paid')
    const data = { from: monday, to: sunday, by: master.username, amount: 20, as: 'cash' }
    expect(paid).toMatchObject([{ data }])
  })

  it('as points is one transfer of the payer, also in the current account', async () => {
    const row = rowOf(await closed(), player)
    expect((await pay(row, 'points')).body).toMatchObject({ reason: 'INSUFFICIENT' })
    await fund(world, { _id: chain.master._id, role: 'master' }, 50)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => pay(row, 'points', { key: `p${at}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    const paid = rowOf((await list()).data, player)
    expect(paid).toMatchObject({ state: 'paid', paidAs: 'points' })
    const transfer = (await world.transferEvents()).at(-1)
    expect(transfer).toMatchObject({
      transferId: paid.transferId,
      kind: 'commission',
      amount: '2000',
      sourceBalance: '3000',
    })
    expect((await cash.expectSound(player)).at(-1)).toMatchObject({ kind: 'points', amount: 20, balance: 300 })
    expect(await world.ledgerFaults()).toEqual([])
  })

  it('is returned to a repetition of its call', async () => {
    const row = rowOf(await closed(), player)
    await pay(row, 'cash', { key: 'one' })
    const again = await pay(row, 'cash', { key: 'one' })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(await cash.expectSound(player)).toHaveLength(2)
  })

  it('is for the parent that closed the week, with the password', async () => {
    const rows = await closed()
    const row = rowOf(rows, player)
    const above = await world.actorOf(chain.areamanager.username)
    const stranger = await world.actorOf(
      (await makeAccount(world, 'master', { refId: chain.areamanager._id })).username,
    )
    const statusOf = async (options: Parameters<typeof pay>[2]) => (await pay(row, 'cash', options)).status
    expect([await statusOf({ by: above }), await statusOf({ by: stranger })]).toEqual([403, 404])
    expect(await statusOf({ password: 'wrong' })).toBe(400)
    expect((await pay(rowOf(rows, other), 'cash')).status).toBe(409)
    expect((await list(`?period=${sunday}&userId=${chain.master._id}`, above)).total).toBe(2)
    expect((await list(`?userId=${chain.master._id}`, stranger)).success).toBe(false)
  })

  it('needs a second person from the amount of the policy on', async () => {
    const row = rowOf(await closed(), player)
    const set = (approvals: object[]) =>
      world.call('PUT /security/policy', { body: { approvals }, headers: { 'if-match': '*' } })
    expect((await set([{ operation: 'commission.pay', above: 20 }])).status).toBe(200)
    const { body } = await pay(row, 'cash', { key: 'second' })
    expect(body).toMatchObject({ reason: 'APPROVAL_NEEDED', errors: { operation: 'commission.pay', amount: '20' } })
    expect((await set([])).status).toBe(200)
    expect((await pay(row, 'cash', { key: 'second' })).status).toBe(200)
  })

  it('of all rows is a run, each row paid once', async () => {
    await closed()
    const call = (key: string) =>
      world.call('POST /settlements/pay-all', {
        ...{ as: master, headers: { 'idempotency-key': key } },
        body: { period: sunday, as: 'cash', password: testPassword },
      })
    const run = (await call('all')).body.data
    expect((await call('all')).body.data._id).toBe(run._id)
    expect(await finished(run._id)).toMatchObject({ operation: 'pay-commissions', state: 'done', done: 1, refused: 0 })
    expect((await list()).unpaid).toBe(0)
    expect(await cash.expectSound(player)).toHaveLength(2)
    expect((await call('again')).status).toBe(409)
  })
})

describe('the admin of a branch', () => {
  const choose = async (change: object) => {
    const path = `/admins/${chain.admin._id}`
    const admin = await world.actorOf(chain.admin.username)
    expect((await world.call(`PUT ${path}`, { as: admin, body: change })).status).toBe(200)
    master = await world.actorOf(chain.master.username)
  }

  it('chooses that periods are days', async () => {
    await choose({ settlementPeriod: 'day' })
    const saturday = addDays(sunday, -1)
    const [row] = await closed(saturday)
    expect(row?.period).toEqual({ from: saturday, to: saturday })
    expect(await list()).toMatchObject({ settlementPeriod: 'day', next: { from: sunday, to: sunday, isOver: true } })
    await closed(sunday)
    expect(requests.at(-2)).toMatchObject({ from: sunday, to: sunday, previous: position })
  })

  it('chooses that no level below closes periods', async () => {
    await choose({ settlementLevels: 'admin' })
    expect(await list()).toMatchObject({ closes: false })
    expect((await close()).status).toBe(403)
    const admin = await world.actorOf(chain.admin.username)
    expect(await list('', admin)).toMatchObject({ closes: true })
  })
})

import type { Settlement, TransferRecorded } from '@cascade/contracts/accounts'
import { type Actor, AppError, addDays } from '@cascade/service-kit'
import { eventually } from '@cascade/service-kit/testing'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Ledger } from '../ledger'
import { makeCashCalls } from '../testing/cash'
import { type Chain, fund, makeAccount, makeChain } from '../testing/make-accounts'
import { holdsForAll } from '../testing/sequences'
import { makeWorld, testPassword, type WorldOptions } from '../testing/world'

/** Play of a child, in hundredths; `day` is that of its bet, `play` of a correction is 0. */
type Fact = { child: string; day: string; play: bigint; win: bigint; commission: bigint }
/** In the order of their events, whose numbers begin with 1: svc-reports, as far as it matters here. */
let facts: Fact[] = []
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const netOf = ({ play, win, commission }: Fact) => play - win - commission
function toFigures(own: readonly Fact[]) {
  const totals = (['play', 'win', 'commission'] as const).map(name => [name, String(sum(own.map(fact => fact[name])))])
  return { ...Object.fromEntries(totals), net: String(sum(own.map(netOf))) } as Record<
    'play' | 'win' | 'commission' | 'net',
    string
  >
}
const periodFigures: WorldOptions['periodFigures'] = async ({ from, to, position = facts.length, previous }) => {
  const applied = facts.slice(0, position)
  const rows = [...new Set(applied.map(({ child }) => child))].map(childId => {
    const own = applied.filter(({ child, day }) => child === childId && day >= from && day <= to)
    const late = applied.filter(
      ({ child, day }, at) => child === childId && day < from && previous !== undefined && at >= previous,
    )
    return { childId, ...toFigures(own), late: toFigures(late), corrections: [] }
  })
  return { position, rows, hash: JSON.stringify(rows), signature: 'signed' }
}

let losesAnswer = false
const around = (ledger: Ledger): Ledger => ({
  ...ledger,
  async transfer(request) {
    const booked = await ledger.transfer(request)
    if (losesAnswer && request.kind === 'commission') throw new AppError('UNAVAILABLE', 'The answer was lost.')
    return booked
  },
})

const today = new Date().toISOString().slice(0, 10)
const firstSunday = addDays(today, 7 - new Date(today).getUTCDay())
let clock = new Date()
const world = await makeWorld({ now: () => clock, periodFigures, around })
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})
afterEach(() => {
  vi.restoreAllMocks()
  losesAnswer = false
})

type Branch = { chain: Chain; master: Actor; children: string[]; sunday: string; keys: number }

async function makeBranch(): Promise<Branch> {
  facts = []
  clock = new Date()
  const chain = await makeChain(world)
  await fund(world, { _id: chain.master._id, role: 'master' }, 100_000)
  const children = [chain.player._id, (await makeAccount(world, 'player', { refId: chain.master._id }))._id]
  return { chain, master: await world.actorOf(chain.master.username), children, sunday: firstSunday, keys: 0 }
}

const send = ({ master: as }: Branch, line: string, body: object, key: string) =>
  world.call(line, { as, body, headers: { 'idempotency-key': key } })
const list = async ({ master: as }: Branch, period = '') =>
  (await world.call(`GET /settlements?size=100&period=${period}`, { as })).body as {
    data: Settlement[]
    unpaid: number
  }
const finish = ({ master: as }: Branch, runId: string) =>
  eventually(async () => {
    const { run } = (await world.call(`GET /runs/${runId}`, { as })).body
    return run.state === 'done' || undefined
  })

/** A process that is killed at this step of the next part of a run; the worker tries again. */
const kill = {
  rows: () => vi.spyOn(world.deps.settlements, 'insert').mockRejectedValueOnce(new Error('killed')),
  cash: () => vi.spyOn(world.deps.cash, 'addMany').mockRejectedValueOnce(new Error('killed')),
  end: () => vi.spyOn(world.deps.runs, 'advance').mockRejectedValueOnce(new Error('killed')),
}
type Kill = keyof typeof kill | 'none'
const killAt = (step: Kill) => {
  if (step !== 'none') kill[step]()
}

/** Closes the week; `during`: play that is recorded before its rows are written. */
async function close(branch: Branch, step: Kill, during: readonly Play[]) {
  killAt(step)
  clock = new Date(`${addDays(branch.sunday, 1)}T09:00:00Z`)
  branch.master = await world.actorOf(branch.chain.master.username)
  const { body } = await send(branch, 'POST /settlements/close', { to: branch.sunday }, `close-${branch.sunday}`)
  for (const one of during) record(branch, one)
  await finish(branch, body.data.run._id)
  branch.sunday = addDays(branch.sunday, 7)
}

async function payAll(branch: Branch, as: 'points' | 'cash', step: Kill) {
  killAt(step)
  const body = { period: addDays(branch.sunday, -7), as, password: testPassword }
  const { status, body: answer } = await send(branch, 'POST /settlements/pay-all', body, `all-${++branch.keys}`)
  if (status === 200) await finish(branch, answer.data._id)
  else expect([404, 409]).toContain(status)
}

/** Pays a row again and again: after a lost answer under the same key, then under another. */
async function pay(branch: Branch, { _id }: Settlement, as: 'points' | 'cash') {
  const key = `pay-${++branch.keys}`
  const call = (under: string) => send(branch, `POST /settlements/${_id}/pay`, { as, password: testPassword }, under)
  losesAnswer = true
  const lost = await call(key)
  losesAnswer = false
  if (lost.status === 503) expect((await call(key)).status).toBe(200)
  expect((await call(`${key}-again`)).status).toBe(409)
}

const hundredths = (points: number) => BigInt(Math.round(points * 100))

/** Expects the rules that hold after each step. @returns the figures of each row, which never change */
async function expectSound(branch: Branch): Promise<Map<string, object>> {
  const cash = makeCashCalls(world, branch.chain, branch.master)
  const { data: rows, unpaid } = await list(branch)
  const last = await world.deps.settlements.lastPeriod(branch.chain.master._id)
  const earned = facts.filter((_, at) => at < (last?.position ?? 0))
  for (const child of branch.children) {
    const own = rows.filter(({ userId }) => userId === child)
    const entries = (await cash.expectSound(child)) as unknown as {
      kind: string
      amount: number
      settlementId?: string
    }[]
    const facts = earned.filter(fact => fact.child === child)
    expect(sum(own.map(({ due }) => hundredths(due)))).toBe(sum(facts.map(({ commission }) => commission)))
    const settled = entries.filter(({ kind }) => kind === 'settled')
    expect(sum(settled.map(({ amount }) => hundredths(amount)))).toBe(sum(facts.map(netOf)))
    expect(settled.map(({ settlementId }) => settlementId).toSorted()).toEqual(own.map(({ _id }) => _id).toSorted())
    for (const { _id, due, state, paidAs } of own) {
      const payments = entries.filter(({ settlementId, kind }) => settlementId === _id && kind !== 'settled')
      const expected = { kind: paidAs === 'cash' ? 'paid' : 'points', amount: due }
      expect(payments).toMatchObject(state === 'paid' && due > 0 ? [expected] : [])
    }
  }
  expect(hundredths(unpaid)).toBe(sum(rows.filter(({ state }) => state === 'closed').map(({ due }) => hundredths(due))))
  const transfers = (await world.ledger.creditFeed(0, 10_000)).events
    .map(({ data }) => data as TransferRecorded['data'])
    .filter(({ kind, source }) => kind === 'commission' && source.walletId === branch.chain.master._id)
  const inPoints = rows.filter(({ paidAs }) => paidAs === 'points')
  const booked = transfers.map(({ transferId, amount }) => `${transferId} ${amount}`)
  expect(booked.toSorted()).toEqual(inPoints.map(row => `${row.transferId} ${hundredths(row.due)}`).toSorted())
  return new Map(
    rows.map(({ _id, play, win, commission, carried, due, net, carriedNet }) => [
      _id,
      { play, win, commission, carried, due, net, carriedNet },
    ]),
  )
}

type Play = { child: number; play: number; win: number; rate: number }

/** A bet of the week, or a correction, which has no play. After a close it is late, and carried. */
function record(branch: Branch, { child, play, win, rate }: Play) {
  const commission = (BigInt(play) * BigInt(rate)) / 10_000n
  facts.push({
    child: branch.children[child] ?? '',
    day: branch.sunday,
    play: BigInt(play),
    win: BigInt(win),
    commission,
  })
}

const play = fc.record<Play>({
  child: fc.nat(1),
  play: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90_000 })),
  win: fc.integer({ min: -45_000, max: 90_000 }),
  rate: fc.nat(1_000),
})
const plays = fc.array(play, { maxLength: 4 })
const as = fc.constantFrom('points' as const, 'cash' as const)
const week = fc.record({
  plays,
  during: plays,
  closeStep: fc.constantFrom<Kill>('none', 'rows', 'cash', 'end'),
  paysOne: fc.boolean(),
  paysAll: fc.boolean(),
  payStep: fc.constantFrom<Kill>('none', 'end'),
  as,
  allAs: as,
  /** Cash beside the settlements. */
  cash: fc.constantFrom('none' as const, 'paid' as const, 'reversed' as const),
})

describe('the weeks of a parent', () => {
  it('pay each commission once and never change, after any sequence of play, closes, payments and crashes', {
    timeout: 600_000,
  }, async () => {
    await holdsForAll({ operation: week, minLength: 2, maxLength: 4, runs: 4 }, async weeks => {
      vi.restoreAllMocks()
      const branch = await makeBranch()
      let before = new Map<string, object>()
      for (const each of weeks) {
        for (const one of each.plays) record(branch, one)
        await close(branch, each.closeStep, each.during)
        const unpaid = (await list(branch)).data.find(({ state }) => state === 'closed')
        if (each.paysOne && unpaid) await pay(branch, unpaid, each.as)
        if (each.paysAll) await payAll(branch, each.allAs, each.payStep)
        if (each.cash !== 'none') {
          const cash = makeCashCalls(world, branch.chain, branch.master)
          const { cashId } = (await cash.record(branch.chain.player._id, { amount: 7 })).body.data
          if (each.cash === 'reversed') expect((await cash.reverse(cashId)).status).toBe(200)
        }
        const after = await expectSound(branch)
        for (const [id, figures] of before) expect(after.get(id)).toEqual(figures)
        before = after
      }
    })
  })
})

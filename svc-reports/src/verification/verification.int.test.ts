import type { Verification } from '@cascade/contracts/reports'
import { actorOf } from '@cascade/service-kit/testing'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCashEvents } from '../testing/make-cash'
import { makeTransfer, transferRecorded } from '../testing/make-transfer'
import { startWorld } from '../testing/world'

const month = '2026-03'

const world = await startWorld()
beforeAll(async () => {
  const { admin, manager, master, player, root } = world.tree
  const transfers = Array.from({ length: 300 }, (_, index) => {
    const transfer = index % 3 === 0 ? makeTransfer(master, player) : makeTransfer(admin, manager)
    return transferRecorded({ ...transfer, bizDate: `${month}-0${1 + (index % 2)}` })
  })
  await world.producer.emit(...transfers)
  await world.producer.emit(transferRecorded(makeTransfer('issuer', root, { kind: 'generated' })))
  const toEvent = createCashEvents()
  for (const day of [`${month}-01`, `${month}-02`])
    for (const [parent, child] of [
      [root, admin],
      [admin, manager],
    ] as const)
      await world.producer.emit(toEvent({ parent, child, day, kind: 'paid', amount: 500n }))
  // One draw recorded in time, one after its day.
  await world.live.emit(
    settled(`${month}-01`, `${month}-01T10:00:00.000Z`),
    settled(`${month}-01`, `${month}-02T00:00:09.000Z`),
  )
  await world.caughtUp()
})
afterAll(() => world.stop())

function settled(day: string, at: string) {
  const { admin, player } = world.tree
  const players = [
    {
      id: player.accountId,
      username: 'p',
      ancestry: player.ancestry,
      stakeDay: day,
      tickets: 1,
      play: '1000',
      win: '200',
      // Each earns a fraction of one half of a hundredth, so the second depends on the first.
      rates: { superareamanager: 325, areamanager: 125, master: 155, player: 5 },
    },
  ]
  const draw = { drawId: at, adminId: admin.accountId, gameId: 'MNOQqWWi', resultVersion: 1, drawAt: at, result: '7' }
  return { type: 'live.draw.settled.v1', at: new Date(at), data: { ...draw, booster: 1, chunk: 0, day, players } }
}

const read = async () =>
  (await world.call(actorOf(world.tree.root), 'GET /reports/verification')).body.data as Verification
const named = async () => (await world.verify()).found.map(fault => fault._id)

async function rowsOf(name: string) {
  const { active } = await world.generations.state()
  return world.db.collection<{ _id: string | number }>(`g${active}_${name}`)
}
/** Changes or removes a document. @returns the original */
async function tamper(name: string, filter: Document, change: (row: Document) => Document | undefined) {
  const rows = await rowsOf(name)
  const row: Document | null = await rows.findOne(filter)
  if (!row) throw new Error(`No such document in ${name}.`)
  await rows.deleteOne({ _id: row._id })
  const changed = change(structuredClone(row))
  if (changed) await rows.insertOne(changed as { _id: string })
  return row
}

describe('a verification', () => {
  it('finds no difference in intact projections and says until when it verified', async () => {
    const { found, faults, upTo } = await world.verify()
    expect([found, faults]).toEqual([[], 0])
    expect(Date.parse(upTo ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const { body } = await world.call(actorOf(world.tree.admin), 'GET /reports/turnoverreport')
    expect(body.verified).toMatchObject({ upTo, faults: 0 })
  })

  it('names every document that was changed, added or removed', async () => {
    const { root, admin, manager, area, player } = world.tree
    const adminId = admin.accountId
    const own = `${adminId}>${manager.accountId}`
    const amount = await tamper('transactions', { recipient: player.username }, row => ({ ...row, amount: 1n }))
    const name = await tamper('transactions', { recipient: manager.username }, row => ({ ...row, recipient: 'x' }))
    const lost = await tamper('transactions', { type: 'generated' }, () => undefined)
    await tamper('transactions_months', { _id: `${manager.accountId}|${month}` }, row => {
      row.open.refs.pop()
      return row
    })
    await tamper('transactions_months', { _id: `${adminId}|${month}` }, () => undefined)
    const changes: [string, string, (row: Document) => Document | undefined][] = [
      ['figures', `*|${month}`, row => ({ ...row, sum: { ...row.sum, play: 5n } })],
      ['figures', `*>${adminId}|${month}`, row => ({ ...row, days: { '01': { ...row.days['01'], win: 0n } } })],
      ['figures', `${own}|${month}`, () => undefined],
      ['game_figures', `${own}|MNOQqWWi|${month}`, row => ({ ...row, days: {} })],
      ['figure_hours', `${own}|${month}-01`, row => ({ ...row, hours: { '11': row.hours['10'] } })],
      ['figure_hours', `*|${month}-01`, row => ({ ...row, hours: { ...row.hours, '12': { play: 1n } } })],
      ['edges', `${manager.accountId}>${area.accountId}`, () => undefined],
    ]
    for (const [collection, _id, change] of changes) await tamper(collection, { _id }, change)
    for (const collection of ['play_journal', 'late_lines']) {
      await tamper(collection, {}, row => {
        row.lines[0].measures.win = 1n
        return row
      })
    }
    const accounts = [`${root.accountId}|${adminId}`, own.replace('>', '|')]
    await tamper('cash_pairs', { _id: accounts[0] }, row => ({ ...row, balance: 1n }))
    await tamper('cash_days', { _id: `${accounts[1]}|${month}-02` }, () => undefined)
    await tamper('play_moments', {}, row => ({ ...row, sums: { ...row.sums, '*': { play: 1n } } }))
    expect(await named()).toEqual(
      [
        ...[amount, name, lost].map(fact => `transactions/${fact.transferId}`),
        `transactions_months/${manager.accountId}|${month}-02`,
        ...['01', '02'].map(date => `transactions_months/${adminId}|${month}-${date}`),
        ...changes.map(([collection, _id]) => `${collection}/${_id}`),
        `play_journal/${month}-01T10`,
        `play_moments/${month}-01T10`,
        `late_lines/${month}-01`,
        ...accounts.map(account => `cash_pairs/${account}`),
      ].sort(),
    )
  })

  it('is for superadmins only, and a rebuild repairs what it found', async () => {
    const { admin, root } = world.tree
    for (const line of ['GET /reports/verification', 'POST /reports/verification', 'POST /reports/rebuild']) {
      expect((await world.call(actorOf(admin), line, line.startsWith('POST') ? {} : undefined)).status).toBe(403)
    }
    expect((await read()).faults).toBeGreaterThan(0)
    const { active } = await world.generations.state()
    expect((await world.call(actorOf(root), 'POST /reports/rebuild', {})).status).toBe(200)
    await world.generationAfter(active)
    expect((await world.verify()).faults).toBe(0)
  })
})

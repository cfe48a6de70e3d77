import { afterAll, describe, expect, it } from 'vitest'
import type { StatementEntry } from '../booked-transfer'
import { clockOf, createLedgerWorld } from '../testing/ledger-world'
import { transferOf } from '../testing/requests'
import { entriesOf, entryIdOf, walletsOf } from './collections'

let clock = Date.UTC(2026, 0, 1)
const world = await createLedgerWorld()
afterAll(() => world.close())

describe('the statement', () => {
  it('pages entries newest first and filters them by date', async () => {
    const ledger = await world.restart({ clock: clockOf(() => clock) })
    const [a, b] = [await world.wallet(), await world.wallet()]
    await ledger.transfer(transferOf({ from: 'issuer', to: a, amount: 100n, kind: 'generated', note: 'start' }))
    for (let day = 1; day <= 9; day++) {
      clock = Date.UTC(2026, 0, 1 + day)
      await ledger.transfer(transferOf({ from: a, to: b, amount: BigInt(day) }))
    }
    const firstPage = await ledger.statement(a, { page: 1, size: 4 })
    expect(firstPage.total).toBe(10)
    expect(firstPage.rows.map(row => [row.seq, row.amount, row.balance])).toEqual([
      [10, -9n, 55n],
      [9, -8n, 64n],
      [8, -7n, 72n],
      [7, -6n, 79n],
    ])
    const lastPage = await ledger.statement(a, { page: 3, size: 4 })
    expect(lastPage.rows.map(row => row.seq)).toEqual([2, 1])
    expect(lastPage.rows[1]).toMatchObject({ kind: 'generated', counterparty: 'user-suer', note: 'start' })
    expect((await ledger.statement(a, { page: 4, size: 4 })).rows).toEqual([])

    const days = { from: new Date(Date.UTC(2026, 0, 3)), to: new Date(Date.UTC(2026, 0, 5)) }
    const range = await ledger.statement(a, { ...days, page: 1, size: 10 })
    expect([range.total, range.rows.map(row => row.amount)]).toEqual([3, [-4n, -3n, -2n]])
    expect((await ledger.statement('nobody', { page: 1, size: 10 })).total).toBe(0)
  })

  it('searches the newest 10,000 entries of the period, in batches, and says so', async () => {
    const ledger = await world.restart()
    const a = await world.wallet(100n)
    await ledger.transfer(transferOf({ from: a, to: await world.wallet(), amount: 7n, note: 'first' }))
    const [last] = (await ledger.statement(a, { page: 1, size: 1 })).rows
    const seq = 10_500n
    const copies = await entriesOf(world.db)
      .find({ _id: entryIdOf(a, BigInt(last?.seq ?? 0)) })
      .toArray()
    const grown = Array.from({ length: Number(seq) }, (_, at) => at + 1).filter(at => at > (last?.seq ?? 0))
    await entriesOf(world.db).insertMany(
      grown.flatMap(at => copies.map(copy => ({ ...copy, _id: entryIdOf(a, BigInt(at)) }))),
    )
    await walletsOf(world.db).updateOne({ _id: a }, { $set: { seq } })
    const sizes: number[] = []
    const matches = async (rows: readonly StatementEntry[]) => {
      sizes.push(rows.length)
      return rows.map(row => row.seq % 5_000 === 0)
    }
    const page = await ledger.statement(a, { page: 1, size: 1, matches })
    expect([page.total, page.rows.map(row => [row.seq, row.note]), page.searched]).toEqual([
      2,
      [[10_000, 'first']],
      { rows: 10_000, of: 10_500 },
    ])
    expect([sizes.length, Math.max(...sizes)]).toEqual([20, 500])
  })

  it('never decreases the time within a wallet when the clock steps back', async () => {
    const ledger = await world.restart({ clock: clockOf(() => clock) })
    const [a, b] = [await world.wallet(10n), await world.wallet()]
    clock = Date.UTC(2020, 0, 1)
    await ledger.transfer(transferOf({ from: a, to: b, amount: 1n }))
    const { rows } = await ledger.statement(a, { page: 1, size: 2 })
    expect(rows[0]!.createdAt.getTime()).toBeGreaterThanOrEqual(rows[1]!.createdAt.getTime())
  })
})

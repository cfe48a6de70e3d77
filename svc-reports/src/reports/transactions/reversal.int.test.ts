import type { AccountSnapshot } from '@cascade/contracts/accounts'
import type { Transaction } from '@cascade/contracts/reports'
import { actorOf } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { makeTransfer, transferRecorded } from '../../testing/make-transfer'
import { startWorld } from '../../testing/world'

const world = await startWorld()
afterAll(() => world.stop())

async function report(account: AccountSnapshot, query = '') {
  const { body } = await world.call(actorOf(account), `GET /reports/transactionreport${query}`)
  return { body, rows: body.data as Transaction[], total: body.total }
}

describe('a reversal in the transaction report', () => {
  it('links both rows, counts against the column of the reversed one, and survives a rebuild', async () => {
    const { admin, manager, root } = world.tree
    const by = { id: admin.accountId, username: admin.username, role: 'admin' }
    const original = makeTransfer(admin, manager, { bizDate: '2026-03-03', amount: '700' })
    const reverses = {
      transferId: original.transferId,
      kind: 'transfer' as const,
      at: new Date().toISOString(),
      by: by.username,
    }
    const back = makeTransfer(manager, admin, { kind: 'reversal', bizDate: '2026-03-03', amount: '700', reverses })
    await world.producer.emit({ ...transferRecorded(original), actor: by })
    await world.caughtUp()
    const on = (account: AccountSnapshot) => report(account, '?date=2026-03-03')
    const until = async (account: AccountSnapshot) => (await on(account)).rows[0]?.reversibleUntil
    expect([await until(admin), await until(root)]).toEqual([expect.any(String), expect.any(String)])
    expect(await until(manager)).toBeUndefined()
    await world.producer.emit({ ...transferRecorded(back), actor: by })
    await world.caughtUp()
    const expectLinks = async () => {
      const { rows, body } = await on(admin)
      expect(rows).toMatchObject([
        {
          ...{ _id: back.transferId, transactionType: 'reversal', amount: -7 },
          reverses: { transferId: original.transferId },
        },
        { ...{ _id: original.transferId, amount: 7 }, reversedBy: { transferId: back.transferId, by: admin.username } },
      ])
      expect(rows.some(row => row.reversibleUntil)).toBe(false)
      expect(body.sums).toEqual({ credit: 0, debit: 0 })
      expect((await report(admin, `?q=${original.transferId}`)).total).toBe(2)
    }
    await expectLinks()
    const { active } = await world.generations.state()
    await world.generations.build('for the links')
    await expect.poll(async () => (await world.generations.state()).active, { timeout: 30_000 }).toBe(active + 1)
    await expectLinks()
  })

  it('is not offered for a commission', async () => {
    const { admin, manager } = world.tree
    const by = { id: admin.accountId, username: admin.username, role: 'admin' }
    const commission = makeTransfer(admin, manager, { kind: 'commission', bizDate: '2026-03-04', amount: '700' })
    await world.producer.emit({ ...transferRecorded(commission), actor: by })
    await world.caughtUp()
    const [row] = (await report(admin, '?date=2026-03-04')).rows
    expect(row).toMatchObject({ transactionType: 'commission', amount: 7 })
    expect(row?.transactionMessage).toBe(`${admin.username} paid ${manager.username} a commission of 7.00.`)
    expect(row?.reversibleUntil).toBeUndefined()
  })
})

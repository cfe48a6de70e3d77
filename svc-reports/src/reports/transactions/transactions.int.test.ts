import type { AccountSnapshot } from '@cascade/contracts/accounts'
import type { Transaction } from '@cascade/contracts/reports'
import { actorOf, makeActor } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { makeTransfer, transferRecorded } from '../../testing/make-transfer'
import { startWorld } from '../../testing/world'

const world = await startWorld()
const { root, admin, manager, master, player, rival, rivalManager } = world.tree
const [first, second] = ['2026-03-01', '2026-03-02']
/** In the order of their booking. */
const transfers = {
  issued: makeTransfer('issuer', root, { kind: 'generated', bizDate: '2026-02-27' }),
  rootToAdmin: makeTransfer(root, admin, { bizDate: '2026-02-28' }),
  adminToManager: makeTransfer(admin, manager, {
    bizDate: first,
    amount: '12345',
    destinationBalance: '12345',
    note: 'Diwali bonus',
  }),
  rivals: makeTransfer(rival, rivalManager, { bizDate: first }),
  masterToPlayer: makeTransfer(master, player, { bizDate: second }),
  stake: makeTransfer(player, master, { kind: 'stake', bizDate: second }),
  takenBack: makeTransfer(player, master, { kind: 'credit', amount: '250', sourceBalance: '50', bizDate: second }),
}
for (const transfer of Object.values(transfers)) await world.producer.emit(transferRecorded(transfer))
await world.caughtUp()
afterAll(() => world.stop())

async function report(account: AccountSnapshot, query = '') {
  const { status, body } = await world.call(actorOf(account), `GET /reports/transactionreport${query}`)
  const rows = (body.data ?? []) as Transaction[]
  const nameOf = new Map(Object.entries(transfers).map(([name, { transferId }]) => [transferId, name]))
  return { status, body, rows, total: body.total, names: rows.map(row => nameOf.get(row._id)) }
}

describe('the transaction report', () => {
  it('shows a superadmin everything, newest first', async () => {
    const { status, names, total } = await report(world.tree.root)
    expect(status).toBe(200)
    expect(names).toEqual(['takenBack', 'masterToPlayer', 'rivals', 'adminToManager', 'rootToAdmin', 'issued'])
    expect(total).toBe(6)
  })

  it('shows other users the transactions that touch their subtree', async () => {
    const { admin, manager, area, master, rival, rivalManager } = world.tree
    expect((await report(admin)).names).toEqual(['takenBack', 'masterToPlayer', 'adminToManager', 'rootToAdmin'])
    expect((await report(manager)).names).toEqual(['takenBack', 'masterToPlayer', 'adminToManager'])
    expect((await report(area)).names).toEqual(['takenBack', 'masterToPlayer'])
    expect((await report(master)).names).toEqual(['takenBack', 'masterToPlayer'])
    expect((await report(rival)).names).toEqual(['rivals'])
    expect((await report(rivalManager)).names).toEqual(['rivals'])
  })

  it('shows amounts in points with their sign and the balance afterwards', async () => {
    const { admin, manager, master, player } = world.tree
    const { rows } = await report(admin)
    expect(rows.find(row => row._id === transfers.adminToManager.transferId)).toMatchObject({
      userId: admin.username,
      toUserId: manager.username,
      amount: 123.45,
      newBalance: 123.45,
      transactionType: 'transfer',
      status: 'completed',
    })
    expect(rows.find(row => row._id === transfers.takenBack.transferId)).toMatchObject({
      userId: master.username,
      toUserId: player.username,
      amount: -2.5,
      newBalance: 0.5,
      transactionType: 'credit',
    })
  })

  it('filters by day, status and text', async () => {
    const { root } = world.tree
    expect((await report(root, '?date=2026-03-01')).names).toEqual(['rivals', 'adminToManager'])
    expect((await report(root, '?date=&status=')).total).toBe(6)
    expect((await report(root, '?status=completed')).total).toBe(6)
    expect((await report(root, '?status=pending')).rows).toEqual([])
    expect((await report(root, `?q=${transfers.rivals.transferId}`)).names).toEqual(['rivals'])
    const byName = await report(root, `?q=${world.tree.player.username.toUpperCase()}`)
    expect([byName.names, byName.total]).toEqual([['takenBack', 'masterToPlayer'], 2])
    expect((await report(root, '?q=.*')).total).toBe(0)
    expect((await report(world.tree.admin, '?q=diwali')).names).toEqual(['adminToManager'])
    expect((await report(world.tree.rival, '?q=diwali')).total).toBe(0)
  })

  it('sums up the rows of all pages', async () => {
    const { master, player } = world.tree
    const { body } = await report(master, '?page=1&size=1')
    expect(body.sums).toEqual({ credit: 100, debit: -2.5 })
    expect((await report(player)).status).toBe(403)
  })

  it('filters by kind and amount', async () => {
    const { root } = world.tree
    expect((await report(root, '?kind=credit')).names).toEqual(['takenBack'])
    expect((await report(root, '?amountFrom=100&amountTo=100')).names).toEqual([
      'masterToPlayer',
      'rivals',
      'rootToAdmin',
      'issued',
    ])
    expect((await report(root, '?amountTo=99.99')).names).toEqual(['takenBack'])
    expect((await report(root, '?amountFrom=100.01&amountTo=')).names).toEqual(['adminToManager'])
  })

  it('finds all transactions of a full username, only within the subtree', async () => {
    const { admin, manager, rivalManager } = world.tree
    expect((await report(admin, `?q=${manager.username}`)).names).toEqual(['adminToManager'])
    expect((await report(admin, `?q=${rivalManager.username}`)).total).toBe(0)
  })

  it('pages across days in both orders', async () => {
    const { root } = world.tree
    const newest = await Promise.all([1, 2, 3, 4].map(page => report(root, `?page=${page}&size=2`)))
    expect(newest.flatMap(page => page.names)).toEqual([
      'takenBack',
      'masterToPlayer',
      'rivals',
      'adminToManager',
      'rootToAdmin',
      'issued',
    ])
    expect(newest.map(page => page.total)).toEqual([6, 6, 6, 6])
    const oldest = await report(root, '?page=1&size=3&sort=createdAt&order=asc')
    expect(oldest.names).toEqual(['issued', 'rootToAdmin', 'adminToManager'])
  })
})

describe('the chosen user of the transaction report', () => {
  it('shows the subtree with `all` and own transactions with `one`', async () => {
    const { root, manager, area, player } = world.tree
    expect((await report(root, `?id=${manager.accountId}`)).names).toEqual([
      'takenBack',
      'masterToPlayer',
      'adminToManager',
    ])
    expect((await report(root, `?id=${manager.accountId}&type=one`)).names).toEqual(['adminToManager'])
    expect((await report(root, `?id=${area.accountId}&type=one`)).total).toBe(0)
    expect((await report(root, `?id=${player.accountId}&type=all`)).names).toEqual(['takenBack', 'masterToPlayer'])
  })

  it('filters nothing when it is the caller, and ignores `currentid` and `role`', async () => {
    const { root, admin } = world.tree
    const query = `?id=${root.accountId}&currentid=${admin.accountId}&role=player`
    expect((await report(root, query)).total).toBe(6)
    expect((await report(root, `?id=${root.accountId}&type=one`)).names).toEqual(['rootToAdmin', 'issued'])
  })

  it('answers 404 alike for users that are foreign, above or missing', async () => {
    const { admin, rival, root, rivalManager } = world.tree
    const answers = await Promise.all(
      [rival.accountId, rivalManager.accountId, root.accountId, makeActor().accountId, 'x'].map(id =>
        report(admin, `?id=${id}`),
      ),
    )
    expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual(answers.map(() => '404 Not found.'))
  })
})

describe('invalid requests for the transaction report', () => {
  it('answers 403 to roles without reports', async () => {
    expect((await report(world.tree.player)).status).toBe(403)
    expect((await report(world.tree.gift)).status).toBe(403)
  })

  it.each(['?date=yesterday', '?status=done', '?page=0', '?size=5000', '?sort=amount', '?id[$ne]=1', '?type=both'])(
    'answers 400 to %s',
    async query => {
      expect((await report(world.tree.root, query)).status).toBe(400)
    },
  )
})

describe('users of the report filter', () => {
  const find = async (account: AccountSnapshot, query = '') => {
    const { body } = await world.call(actorOf(account), `GET /reports/findallusers${query}`)
    return (body.data as { username: string }[]).map(user => user.username)
  }

  it('are those of the subtree including the caller, by username prefix', async () => {
    const { root, admin, manager, area, master, player, gift, rivalManager, rival } = world.tree
    expect(await find(root)).toHaveLength(Object.keys(world.tree).length)
    const below = [admin, manager, area, master, player, gift].map(account => account.username)
    expect((await find(admin)).sort()).toEqual(below.sort())
    expect((await find(rival)).sort()).toEqual([rival.username, rivalManager.username].sort())
    expect(await find(admin, `?q=${manager.username.toUpperCase()}`)).toEqual([manager.username])
    expect(await find(admin, `?q=${rivalManager.username}`)).toEqual([])
    const pages = await Promise.all([1, 2, 3, 4].map(page => find(admin, `?page=${page}&size=2`)))
    expect(pages.flat()).toEqual(await find(admin))
    const { body } = await world.call(actorOf(admin), 'GET /reports/findallusers?size=1')
    expect(body.total, 'whatever the page').toBe(6)
  })

  it('come in pages with their total', async () => {
    const { admin } = world.tree
    const all = await find(admin)
    const pages = await Promise.all([1, 2, 3].map(page => find(admin, `?page=${page}&size=3`)))
    expect(pages).toEqual([all.slice(0, 3), all.slice(3, 6), []])
    const { body } = await world.call(actorOf(admin), 'GET /reports/findallusers?size=1')
    expect([body.total, (body.data as unknown[]).length]).toEqual([6, 1])
  })
})

describe('the transaction report under traffic', () => {
  it('keeps the pages of an export stable with `until`, and shows a past time with `asOf`', async () => {
    const { admin, manager, root } = world.tree
    const first = await report(root, '?page=1&size=2')
    const booked = makeTransfer(admin, manager, { bizDate: new Date().toISOString().slice(0, 10) })
    const before = new Date(Date.now() - 1).toISOString()
    await world.producer.emit({ ...transferRecorded(booked), actor: { id: 'a', username: 'ada', role: 'admin' } })
    await world.caughtUp()
    expect((await report(root, '?page=1&size=1')).rows[0]).toMatchObject({ by: { username: 'ada', role: 'admin' } })
    const second = await report(root, `?page=2&size=2&until=${first.body.until}`)
    expect([second.names, second.total]).toEqual([['rivals', 'adminToManager'], 6])
    expect(second.body.until).toBe(first.body.until)
    const then = await report(root, `?asOf=${before}`)
    expect([then.total, then.body.asOf]).toEqual([6, before])
    expect((await report(root)).total).toBe(7)
    expect((await report(root, '?until=nothing')).status).toBe(400)
  })
})

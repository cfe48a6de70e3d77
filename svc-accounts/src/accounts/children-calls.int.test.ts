import type { AccountRole } from '@cascade/contracts'
import { levelOf } from '@cascade/contracts/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { balanceOf, fund, makeAccount, makeChain, personFor, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

/** Paths as in the specification; those of the contracts would share the bugs of their builder. */
const levels = [
  { parent: 'superadmin', path: 'superadmins', child: 'admin' },
  { parent: 'admin', path: 'admins', child: 'superareamanager' },
  { parent: 'superareamanager', path: 'superareamanager', child: 'areamanager' },
  { parent: 'areamanager', path: 'areamanager', child: 'master' },
  { parent: 'master', path: 'master', child: 'player' },
] as const
const callsBelow = (path: string) => ({
  list: `GET /${path}/:parentId/children`,
  create: `POST /${path}/:parentId/children`,
  read: `GET /${path}/:parentId/children/:childId`,
  update: `PUT /${path}/:parentId/children/:childId`,
  transfer: `POST /${path}/:parentId/children/:childId/credit-transfer`,
  adjust: `POST /${path}/:parentId/children/:childId/credit-adjust`,
  toggle: `PATCH /${path}/:parentId/children/:childId/toggle-status/:action`,
  remove: `DELETE /${path}/:parentId/children/delete/:childId`,
})

const adjustable = ['admin', 'superareamanager', 'areamanager', 'master', 'player', 'gift', 'loan', 'otc'] as const

/** A parent and a direct child. */
type Link = { parentId: string; childId: string }

const world = await makeWorld()
const own = await makeSubtree()
const foreign = await makeSubtree()
afterAll(() => world.close())

/** One account per role in its own subtree, including the side accounts of the admin. */
async function makeSubtree(): Promise<Record<AccountRole, string>> {
  const { admin, superareamanager, areamanager, master, player } = await makeChain(world)
  const side = (role: AccountRole) => makeAccount(world, role, { refId: admin._id })
  const [gift, loan, otc] = await Promise.all([side('gift'), side('loan'), side('otc')])
  const created = { admin, superareamanager, areamanager, master, player, gift, loan, otc }
  const ids = Object.entries(created).map(([role, { _id }]) => [role, _id])
  return { ...Object.fromEntries(ids), superadmin: world.superadmin.accountId }
}

const at = (line: string, { parentId, childId }: Link, action = '') =>
  line.replace(':parentId', parentId).replace(':childId', childId).replace(':action', action)

const transferBody = ({ parentId, childId }: Link, transferAmount: number) => ({
  transferAmount,
  password: testPassword,
  toUserId: childId,
  parentId,
  userId: parentId,
})
const adjustBody = ({ parentId, childId }: Link, adjustAmount: number, transactionType = 'credit') => ({
  adjustAmount,
  transactionType,
  password: testPassword,
  toUserId: childId,
  parentId,
  userId: parentId,
})
const balances = ({ parentId, childId }: Link) =>
  Promise.all([parentId, childId].map(accountId => balanceOf(world, accountId)))

/** An account without its subtree totals, which are updated with a delay. */
async function readFixed(id: string) {
  const { branch: _, ...fixed } = (await world.call(`GET /fetchUserById?id=${id}`)).body.data
  return fixed
}

async function giveParent(role: AccountRole, id: string) {
  if (role !== 'superadmin') return fund(world, { _id: id, role }, 100)
  await transfer(world, { role, toUserId: id, points: 100 })
}

describe.each(levels)('a $child below a $parent', ({ parent, child, path }) => {
  const calls = callsBelow(path)

  it('is created, listed and deleted', async () => {
    const parentId = own[parent]
    const created = await world.call(at(calls.create, { parentId, childId: '' }), { body: personFor(child) })
    expect([created.status, created.body.data.refId._id]).toEqual([201, parentId])
    const link = { parentId, childId: created.body.data._id }
    const list = await world.call(`${at(calls.list, link)}?sort=username&order=desc&page=1&size=50`)
    expect(list.body.data.map((row: { _id: string }) => row._id)).toContain(link.childId)
    const removed = await world.call(at(calls.remove, link))
    expect(removed.body.message).toBe(levelOf(child).childDeleted)
  })

  it('is read and edited', async () => {
    const link = { parentId: own[parent], childId: own[child] }
    const read = await world.call(at(calls.read, link))
    expect([read.status, read.body.data._id, read.body.data.refId._id]).toEqual([200, link.childId, link.parentId])
    const edited = await world.call(at(calls.update, link), { body: { note: `Called ${child}` } })
    expect([edited.status, edited.body.message]).toEqual([200, 'User updated successfully!'])
    expect((await world.call(at(calls.read, link))).body.data.note).toBe(`Called ${child}`)
  })

  it('receives credit and has it taken back', async () => {
    const link = { parentId: own[parent], childId: own[child] }
    await giveParent(parent, link.parentId)
    const [parentHad = 0, childHad = 0] = await balances(link)
    const gave = await world.call(at(calls.transfer, link), { body: transferBody(link, 8.25) })
    expect([gave.status, gave.body.message]).toEqual([200, 'Credit transferred successfully.'])
    const receiver = { _id: link.childId, walletBalance: childHad + 8.25 }
    expect(gave.body.data[levelOf(child).list]).toMatchObject([receiver])
    expect(await balances(link)).toEqual([parentHad - 8.25, childHad + 8.25])
    const tookBack = await world.call(at(calls.adjust, link), { body: adjustBody(link, 3) })
    expect([tookBack.status, tookBack.body.message]).toEqual([200, 'Credit adjustment successful.'])
    expect(tookBack.body.data.receiver).toMatchObject({ _id: link.childId, walletBalance: childHad + 5.25 })
    expect(await balances(link)).toEqual([parentHad - 5.25, childHad + 5.25])
    await world.call(at(calls.adjust, link), { body: adjustBody(link, 1.5, 'debit') })
    expect(await balances(link)).toEqual([parentHad - 6.75, childHad + 6.75])
  })

  it('is deactivated and activated', async () => {
    const link = { parentId: own[parent], childId: own[child] }
    const isActive = async () => (await world.call(at(calls.read, link))).body.data.userStatus
    const off = await world.call(at(calls.toggle, link, 'deactivate'))
    expect([off.status, off.body.message]).toEqual([200, `User ${link.childId} has been successfully deactivated.`])
    expect(await isActive()).toBe(false)
    const on = await world.call(at(calls.toggle, link, 'activate'))
    expect([on.status, on.body.message]).toEqual([200, `User ${link.childId} has been successfully activated.`])
    expect(await isActive()).toBe(true)
  })

  it('is not found by any call in a foreign tree, and stays unchanged', async () => {
    const parentId = parent === 'superadmin' ? (await makeAccount(world, 'superadmin'))._id : own[parent]
    const link = { parentId, childId: foreign[child] }
    await giveParent(parent, parentId)
    const before = await readFixed(link.childId)
    const answers = [
      await world.call(at(calls.read, link)),
      await world.call(at(calls.update, link), { body: { note: 'Not mine' } }),
      await world.call(at(calls.transfer, link), { body: transferBody(link, 5) }),
      await world.call(at(calls.adjust, link), { body: adjustBody(link, 5, 'debit') }),
      await world.call(at(calls.toggle, link, 'deactivate')),
      await world.call(at(calls.remove, link)),
    ]
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(6).fill('404 NOT_FOUND'))
    const missing = await world.call(at(calls.read, { parentId, childId: 'nobody' }))
    expect({ ...answers[0]?.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    expect(await readFixed(link.childId)).toEqual(before)
  })
})

describe.each(adjustable)('a credit adjustment of a %s', role => {
  const line = `POST /${role === 'admin' ? 'admins' : role}/credit-adjust`

  it('takes points back and gives points', async () => {
    const link = { parentId: world.superadmin.accountId, childId: own[role] }
    await fund(world, { _id: link.childId, role }, 20)
    const [senderHad = 0, had = 0] = await balances(link)
    const tookBack = await world.call(line, { body: adjustBody(link, 12.5) })
    expect([tookBack.status, tookBack.body.message]).toEqual([200, 'Credit adjustment successful.'])
    expect(await balances(link)).toEqual([senderHad + 12.5, had - 12.5])
    const gave = await world.call(line, { body: adjustBody(link, 2.5, 'debit') })
    expect(gave.body.data).toMatchObject({ receiverWallet: had - 10 })
    expect(await balances(link)).toEqual([senderHad + 10, had - 10])
  })
})

describe('the ledger after all calls', () => {
  it('has no findings', async () => {
    expect(await world.ledgerFaults()).toEqual([])
  })
})

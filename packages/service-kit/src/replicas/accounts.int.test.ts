import type { AnyEvent } from '@cascade/contracts'
import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../mongo/transaction'
import { actorOf, makeAccount, makeActor } from '../testing'
import { type Scratch, startScratch } from '../testing/world'
import { accountInScope, accountsOf, projectAccountTree } from './accounts'

let scratch: Scratch
beforeEach(async () => {
  scratch = await startScratch()
})
afterEach(() => scratch.stop())

const event = (type: string, data: unknown): AnyEvent => ({
  id: 'e',
  type,
  at: '2026-03-01T10:00:00.000Z',
  actor: null,
  correlationId: 'c',
  causationId: null,
  seq: 1,
  data,
})
const project = (...snapshots: AccountSnapshot[]) =>
  inTransaction(scratch.client, session =>
    projectAccountTree(
      scratch.db,
      [...snapshots.map(data => event('accounts.account.updated.v1', data)), event('credit.other.v1', {})],
      session,
    ),
  )
const storedName = async (account: AccountSnapshot) =>
  (await accountsOf(scratch.db).findOne({ _id: account.accountId }))?.username

describe('the accounts replica', () => {
  it('keeps the newest version, whatever the order, within and across batches', async () => {
    const account = makeAccount({ username: 'First' })
    const version = (n: number) => ({ ...account, username: `Name${n}`, version: n })
    await project(version(2), version(3), version(1))
    expect(await storedName(account)).toBe('Name3')
    await project(version(2))
    await project(version(3))
    expect(await storedName(account)).toBe('Name3')
    await project(version(4))
    expect(await accountsOf(scratch.db).findOne({ _id: account.accountId })).toMatchObject({
      username: 'Name4',
      nameKey: 'name4',
      version: 4,
    })
    expect(await accountsOf(scratch.db).countDocuments()).toBe(1)
  })

  it('finds an account in scope, and rejects others as not found', async () => {
    const root = makeAccount()
    const admin = makeAccount({ role: 'admin', parent: root })
    const rival = makeAccount({ role: 'admin', parent: root })
    await project(root, admin, rival)
    expect((await accountInScope(scratch.db, actorOf(root), admin.accountId)).username).toBe(admin.username)
    const notFound = { code: 'NOT_FOUND', message: 'Not found.' }
    await expect(accountInScope(scratch.db, actorOf(rival), admin.accountId)).rejects.toMatchObject(notFound)
    await expect(accountInScope(scratch.db, makeActor(), 'nobody')).rejects.toMatchObject(notFound)
  })
})

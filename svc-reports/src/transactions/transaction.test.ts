import { makeAccount } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import { makeTransfer } from '../testing/make-transfer'
import { toTransaction } from './transaction'
import { transactionRows } from './transaction-rows'

const root = makeAccount({ username: 'root' })
const admin = makeAccount({ role: 'admin', parent: root, username: 'ada' })
const manager = makeAccount({ role: 'superareamanager', parent: admin, username: 'sam' })
const balances = { sourceBalance: '111', destinationBalance: '222' }
const envelope = {
  id: 'e1',
  at: '2026-03-01T10:00:00.000Z',
  actor: null,
  correlationId: 'c',
  causationId: null,
  seq: 7,
}
const rowsOf = (data: ReturnType<typeof makeTransfer>) =>
  transactionRows({ ...envelope, type: 'credit.transfer.recorded.v1', data })

describe('a transaction has the sign of its effect on the recipient', () => {
  it('transfer: plus, the receiving side, its balance', () => {
    expect(toTransaction(makeTransfer(admin, manager, balances))).toMatchObject({
      user: 'ada',
      recipient: 'sam',
      amount: 10_000n,
      type: 'transfer',
      newBalance: 222n,
      message: 'ada transferred 100.00 to sam.',
    })
  })

  it('credit takes back: minus, the giving side is the recipient', () => {
    expect(toTransaction(makeTransfer(manager, admin, { kind: 'credit', ...balances }))).toMatchObject({
      user: 'ada',
      recipient: 'sam',
      amount: -10_000n,
      type: 'credit',
      newBalance: 111n,
      message: 'ada took 100.00 back from sam.',
    })
  })

  it('debit: plus', () => {
    const row = toTransaction(makeTransfer(admin, manager, { kind: 'debit', ...balances }))
    expect(row).toMatchObject({ user: 'ada', recipient: 'sam', amount: 10_000n, type: 'debit', newBalance: 222n })
  })

  it('generated: plus, from nobody', () => {
    const row = toTransaction(makeTransfer('issuer', root, { kind: 'generated', amount: '100000000' }))
    expect(row).toMatchObject({ recipient: 'root', amount: 100_000_000n, type: 'generated' })
    expect(row?.message).toBe('1,000,000.00 generated for root.')
  })

  it('the return of a deleted account is a transfer, with its note', () => {
    const row = toTransaction(makeTransfer(manager, admin, { kind: 'return', note: 'Account deleted.', ...balances }))
    expect(row).toMatchObject({ recipient: 'ada', amount: 10_000n, type: 'transfer', newBalance: 222n })
    expect(row?.message).toBe('100.00 of sam returned to ada. Account deleted.')
  })

  it('what a deleted superadmin held goes back to the issuer: minus, from him', () => {
    const transfer = makeTransfer(root, admin, { kind: 'return', sourceBalance: '0', destinationBalance: null })
    const issuer = { walletId: 'issuer', username: 'issuer', role: 'issuer', ancestry: {} }
    expect(toTransaction({ ...transfer, destination: issuer })).toMatchObject({
      user: 'issuer',
      recipient: 'root',
      amount: -10_000n,
      type: 'credit',
      newBalance: 0n,
      message: '100.00 of root returned to issuer.',
    })
  })

  it.each(['stake', 'win', 'pool'] as const)('%s is no credit operation', kind => {
    expect(toTransaction(makeTransfer(admin, manager, { kind }))).toBeUndefined()
    expect(rowsOf(makeTransfer(admin, manager, { kind }))).toEqual([])
  })

  it('is refused when the recipient has no balance', () => {
    expect(() => toTransaction(makeTransfer(admin, manager, { destinationBalance: null }))).toThrow('no balance')
  })
})

describe('the rows of a transfer', () => {
  it('are one for everybody above and one for each party', () => {
    const rows = rowsOf(makeTransfer(admin, manager, { transferId: 't1' }))
    expect(rows.map(row => [row._id, row.self])).toEqual([
      ['*|t1', false],
      [`${admin.accountId}|t1`, true],
      [`${manager.accountId}|t1`, true],
    ])
    expect(rows[0]).toMatchObject({ day: '2026-03-01', at: new Date(envelope.at), seq: 7, bucket: 'completed' })
  })

  it('give a superadmin who took part a row of his own, and the issuer none', () => {
    const rows = rowsOf(makeTransfer('issuer', root, { kind: 'generated', transferId: 't2' }))
    expect(rows.map(row => [row.owner, row.self])).toEqual([
      ['*', false],
      [root.accountId, true],
    ])
  })
})

import { makeAccount } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import { makeTransfer } from '../../testing/make-transfer'
import { toTransaction, toTransactionEntries } from './transaction'

const root = makeAccount({ username: 'root' })
const admin = makeAccount({ role: 'admin', parent: root, username: 'ada' })
const manager = makeAccount({ role: 'superareamanager', parent: admin, username: 'sam' })
const balances = { sourceBalance: '111', destinationBalance: '222' }
const envelope = {
  id: 'e1',
  at: '2026-03-01T10:00:00.000Z',
  actor: { id: 'r', username: 'root', role: 'superadmin' },
  correlationId: 'c',
  causationId: null,
  seq: 7,
}
const entriesOf = (data: ReturnType<typeof makeTransfer>) =>
  toTransactionEntries({ ...envelope, type: 'credit.transfer.recorded.v1', data })

describe('the amount of a transaction', () => {
  it('is plus for a transfer, with the balance of the receiving party', () => {
    expect(toTransaction(makeTransfer(admin, manager, balances))).toMatchObject({
      user: 'ada',
      recipient: 'sam',
      amount: 10_000n,
      type: 'transfer',
      newBalance: 222n,
      message: 'ada transferred 100.00 to sam.',
    })
  })

  it('is minus for credit taken back, whose recipient is the giving party', () => {
    expect(toTransaction(makeTransfer(manager, admin, { kind: 'credit', ...balances }))).toMatchObject({
      user: 'ada',
      recipient: 'sam',
      amount: -10_000n,
      type: 'credit',
      newBalance: 111n,
      message: 'ada took 100.00 back from sam.',
    })
  })

  it('is plus for a debit', () => {
    const row = toTransaction(makeTransfer(admin, manager, { kind: 'debit', ...balances }))
    expect(row).toMatchObject({ user: 'ada', recipient: 'sam', amount: 10_000n, type: 'debit', newBalance: 222n })
  })

  it('is plus for generated points, which have no giving account', () => {
    const row = toTransaction(makeTransfer('issuer', root, { kind: 'generated', amount: '100000000' }))
    expect(row).toMatchObject({ recipient: 'root', amount: 100_000_000n, type: 'generated' })
    expect(row?.message).toBe('1,000,000.00 generated for root.')
  })

  it('is plus for the returned balance of a deleted account, with its note', () => {
    const row = toTransaction(makeTransfer(manager, admin, { kind: 'return', note: 'Account deleted.', ...balances }))
    expect(row).toMatchObject({ recipient: 'ada', amount: 10_000n, type: 'transfer', newBalance: 222n })
    expect(row?.message).toBe('100.00 of sam returned to ada. Account deleted.')
  })

  it('is minus for the balance of a deleted superadmin, which returns to the issuer', () => {
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

  it.each([
    ['transfer', admin, manager, { amount: -10_000n, newBalance: 111n, of: 'ada transferred 100.00 to sam.' }],
    ['credit', manager, admin, { amount: 10_000n, newBalance: 222n, of: 'ada took 100.00 back from sam.' }],
  ] as const)(
    'is the opposite for the reversal of a %s, in the same columns',
    (kind, from, to, { of, ...expected }) => {
      const reverses = { transferId: 't1', kind, at: envelope.at, by: 'root' }
      const row = toTransaction(makeTransfer(to, from, { kind: 'reversal', reverses, note: 'Mistake.', ...balances }))
      expect(row).toMatchObject({ user: 'ada', recipient: 'sam', type: 'reversal', ...expected })
      expect(row?.message).toBe(`Reversal: ${of} Mistake.`)
    },
  )

  it.each(['stake', 'win', 'pool'] as const)('does not list the transfer kind %s', kind => {
    expect(toTransaction(makeTransfer(admin, manager, { kind }))).toBeUndefined()
    expect(entriesOf(makeTransfer(admin, manager, { kind }))).toEqual([])
  })

  it('rejects a transfer whose recipient has no balance', () => {
    expect(() => toTransaction(makeTransfer(admin, manager, { destinationBalance: null }))).toThrow('no balance')
  })
})

describe('the search text of a transaction', () => {
  it('has what the row shows: names, the message with the note, the person and the second person', () => {
    const approvedBy = { id: 'x', username: 'Zoë', role: 'superadmin' }
    const data = makeTransfer(admin, manager, { note: 'Café Diwali', transferId: 't1' })
    const event = {
      ...envelope,
      actor: { ...envelope.actor, person: { id: 'p1', name: 'Anita Rao' }, approvedBy },
      type: 'credit.transfer.recorded.v1' as const,
    }
    const [entry] = toTransactionEntries({ ...event, data })
    for (const each of ['t1', 'ada', 'sam', 'cafe diwali', '100.00', 'root', 'anita rao', 'zoe'])
      expect(entry?.fact.text).toContain(each)
  })

  it('has seven lines, as in rows that were stored before there were people', () => {
    const [entry] = entriesOf(makeTransfer(admin, manager, { transferId: 't1' }))
    expect(entry?.fact.text.split('\n')).toHaveLength(7)
  })
})

describe('the readers of a transfer', () => {
  it('are the parties and all their ancestors; the entry names the actor', () => {
    const [entry] = entriesOf(makeTransfer(admin, manager, { transferId: 't1' }))
    const { accountId: adminId } = admin
    const { accountId: managerId } = manager
    expect(entry?.readers.toSorted()).toEqual(
      ['*', adminId, `own:${adminId}`, managerId, `own:${managerId}`].toSorted(),
    )
    expect(entry?.fact).toMatchObject({ _id: 7, transferId: 't1', day: '2026-03-01', at: new Date(envelope.at) })
    expect(entry?.fact.by).toEqual({ username: 'root', role: 'superadmin' })
  })

  it('contains a superadmin who took part, but no issuer', () => {
    const [entry] = entriesOf(makeTransfer('issuer', root, { kind: 'generated' }))
    expect(entry?.readers).toEqual(['*', `own:${root.accountId}`])
  })
})

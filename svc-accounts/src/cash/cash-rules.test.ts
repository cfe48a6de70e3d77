import { balanceMax } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { resultCodeOf } from '../testing/code-of'
import {
  addEntry,
  type CashEntry,
  type CashRequest,
  changeOf,
  linkTo,
  newCashAccount,
  requireReversible,
  requireSameRequest,
} from './cash-rules'

const empty = newCashAccount('master-1', 'player-1')
const by = { accountId: 'master-1', username: 'master1', role: 'master' }
const requestOf = (overrides: Partial<CashRequest> = {}): CashRequest => ({
  ...{ _id: 'c1', pair: empty._id, kind: 'paid', amount: 500n, note: '', by },
  ...overrides,
})
const at = (text: string) => new Date(`2026-03-${text}Z`)
const add = (account = empty, request = requestOf(), now = at('01T20:00')) =>
  addEntry(account, request, { now, zone: 'Asia/Kolkata' })

describe('an entry', () => {
  it('changes what the child owes by the direction of the payment', () => {
    const paid = add()
    const received = add(paid.account, requestOf({ kind: 'received', amount: changeOf('received', 700n) }))
    expect([paid.entry.balanceAfter, received.entry.balanceAfter]).toEqual([500n, -200n])
    expect([paid.entry.seq, received.entry.seq, received.account.balance]).toEqual([1, 2, -200n])
  })

  it('has a business day that never precedes the day before it', () => {
    const first = add()
    const second = add(first.account, requestOf(), at('01T17:00'))
    expect([first.entry.bizDate, second.entry.bizDate]).toEqual(['2026-03-02', '2026-03-02'])
    expect(second.entry.at).toEqual(first.entry.at)
  })

  it('is rejected beyond the maximum balance', () => {
    const full = { ...empty, balance: balanceMax - 500n }
    expect(add(full).account.balance).toBe(balanceMax)
    expect(resultCodeOf(() => add(full, requestOf({ amount: 501n })))).toBe('VALIDATION')
    expect(resultCodeOf(() => add(full, requestOf({ amount: -2n * balanceMax })))).toBe('VALIDATION')
  })
})

describe('a repetition', () => {
  const { entry } = add()

  it('gets the stored entry', () => {
    expect(requireSameRequest(entry, requestOf())).toBe(entry)
  })

  it.each([
    ['account', { pair: 'master-1|player-2' }],
    ['direction', { kind: 'received' }],
    ['amount', { amount: 501n }],
    ['note', { note: 'again' }],
    ['reversed payment', { reverses: linkTo(entry) }],
  ] as const)('with another %s is rejected', (_, other) => {
    expect(resultCodeOf(() => requireSameRequest(entry, requestOf(other)))).toBe('UNPROCESSABLE')
  })
})

describe('a payment', () => {
  const { entry } = add()
  const code = (overrides: Partial<CashEntry>, now = at('02T00:00')) =>
    resultCodeOf(() => requireReversible({ ...entry, ...overrides }, now))

  it('can be reversed for 30 days', () => {
    expect([code({}, at('31T19:59')), code({}, at('31T20:00'))]).toEqual(['allowed', 'CONFLICT'])
  })

  it('can be reversed once, and its reversal never', () => {
    expect(code({ reversedBy: linkTo(entry) })).toBe('CONFLICT')
    expect(code({ kind: 'reversal' })).toBe('CONFLICT')
  })
})

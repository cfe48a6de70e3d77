import { maxAmount, maxBalance } from '@cascade/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Accepted, type Books, type Decision, evolve, type WalletState } from './books'
import { decide } from './decide'
import { idOfRequest, issuerId, requestHashOf } from './ids'
import { partyOf, someActor, transferOf } from './testing/parties'
import type { CloseRequest, TransferRequest } from './types'

const wallet = (overrides: Partial<WalletState> = {}): WalletState => ({
  balance: 0n,
  held: 0n,
  floor: 0n,
  seq: 0n,
  status: 'active',
  scopeVersion: 1,
  lastChange: '',
  updatedAt: 0,
  ...overrides,
})
const given = (wallets: Record<string, Partial<WalletState>>): Books => ({
  wallets: new Map(Object.entries(wallets).map(([id, overrides]) => [id, wallet(overrides)])),
  answers: new Map(),
})
const accepted = (request: TransferRequest | CloseRequest): Accepted => ({
  request,
  id: idOfRequest(request),
  hash: request.type === 'transfer' ? requestHashOf(request) : '',
})
const transfer = (movement: Parameters<typeof transferOf>[0]) => accepted({ type: 'transfer', ...transferOf(movement) })
const closing = (from: string, to: string) =>
  accepted({ type: 'close', from: partyOf(from), to: partyOf(to), actor: someActor, note: '', correlationId: 'c' })
/** Decides and moves the books on, as a batch does. */
const when = (books: Books, request: Accepted, now = 1_000): Decision => {
  const decision = decide(books, request, now)
  evolve(books, decision)
  return decision
}

describe('a transfer', () => {
  it('given enough funds, moves them and numbers an entry on each side', () => {
    const books = given({ a: { balance: 10n, seq: 4n }, b: { balance: 1n } })
    const decision = when(books, transfer({ from: 'a', to: 'b', amount: 10n }))
    expect(decision).toMatchObject({ type: 'settled', result: { fromBalance: 0n, toBalance: 11n, replayed: false } })
    expect(books.wallets.get('a')).toMatchObject({ balance: 0n, seq: 5n, updatedAt: 1_000 })
    expect(books.wallets.get('b')).toMatchObject({ balance: 11n, seq: 1n })
  })

  it.each([
    ['one hundredth too little', { balance: 9n }, 10n, 'INSUFFICIENT'],
    ['funds that are held', { balance: 15n, held: 6n }, 10n, 'INSUFFICIENT'],
    ['a frozen sender', { balance: 15n, status: 'frozen' as const }, 10n, 'FROZEN'],
    ['a closed sender', { balance: 15n, status: 'closed' as const }, 10n, 'MISSING_WALLET'],
    ['nothing to move', { balance: 15n }, 0n, 'LIMIT'],
    ['a negative amount', { balance: 15n }, -1n, 'LIMIT'],
    ['more than one movement may carry', { balance: maxBalance }, maxAmount + 1n, 'LIMIT'],
  ])('given %s, is refused', (_, sender, amount, reason) => {
    const books = given({ a: sender, b: {} })
    expect(when(books, transfer({ from: 'a', to: 'b', amount }))).toMatchObject({ type: 'refused', reason })
    expect(books.wallets.get('b')?.balance).toBe(0n)
  })

  it('given a credit limit, may go down to the floor', () => {
    const books = given({ a: { floor: -5n }, b: {} })
    expect(when(books, transfer({ from: 'a', to: 'b', amount: 5n })).type).toBe('settled')
    expect(when(books, transfer({ from: 'a', to: 'b', amount: 1n }))).toMatchObject({ reason: 'INSUFFICIENT' })
  })

  it('given a receiver at the largest balance, is refused', () => {
    const books = given({ a: { balance: 5n }, b: { balance: maxBalance - 4n } })
    expect(when(books, transfer({ from: 'a', to: 'b', amount: 5n }))).toMatchObject({ reason: 'LIMIT' })
  })

  it('given a clock that stepped back, keeps the later time', () => {
    const decision = when(
      given({ a: { balance: 5n, updatedAt: 9_000 }, b: {} }),
      transfer({ from: 'a', to: 'b', amount: 5n }),
    )
    expect(decision).toMatchObject({ movement: { at: 9_000 } })
  })
})

describe('a repeated key', () => {
  it('in the same batch is answered by the first', () => {
    const books = given({ a: { balance: 10n }, b: {} })
    const request = transfer({ from: 'a', to: 'b', amount: 6n })
    when(books, request)
    expect(when(books, request)).toMatchObject({ type: 'repeated', result: { fromBalance: 4n, replayed: true } })
    expect(books.wallets.get('a')?.seq).toBe(1n)
  })

  it('keeps a refusal for lack of funds, and forgets one that may pass', () => {
    const books = given({ a: { balance: 1n }, b: {}, frozen: { balance: 9n, status: 'frozen' } })
    const poor = transfer({ from: 'a', to: 'b', amount: 2n })
    const frozen = transfer({ from: 'frozen', to: 'b', amount: 2n })
    when(books, poor)
    when(books, frozen)
    books.wallets.set('a', wallet({ balance: 50n })).set('frozen', wallet({ balance: 9n }))
    expect(when(books, poor)).toMatchObject({ type: 'refused', reason: 'INSUFFICIENT', replayed: true })
    expect(when(books, frozen).type).toBe('settled')
  })
})

describe('a closing', () => {
  it('returns all, even from a frozen wallet, and closes in the same step', () => {
    const books = given({ child: { balance: 7n, status: 'frozen' }, parent: {} })
    expect(when(books, closing('child', 'parent'))).toMatchObject({ result: { returned: 7n } })
    expect(books.wallets.get('child')).toMatchObject({ balance: 0n, seq: 1n, status: 'closed', scopeVersion: 2 })
    expect(books.wallets.get('parent')?.balance).toBe(7n)
    expect(when(books, closing('child', 'parent'))).toMatchObject({ type: 'repeated', result: { returned: 7n } })
  })

  it('is refused when nobody is there to take the balance', () => {
    const books = given({ child: { balance: 7n }, parent: { status: 'closed' } })
    expect(when(books, closing('child', 'parent'))).toMatchObject({ type: 'refused', reason: 'MISSING_WALLET' })
  })
})

describe('any sequence', () => {
  const names = ['a', 'b', 'c', 'd']
  const step = fc.record({
    kind: fc.constantFrom('transfer', 'transfer', 'transfer', 'mint', 'close', 'freeze', 'activate'),
    from: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
    amount: fc.bigInt({ min: -2n, max: 60n }),
    key: fc.integer({ min: 0, max: 30 }).map(String),
  })

  it('conserves the sum, never passes a floor and numbers entries without a gap', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), steps => {
        const books = given({ a: { balance: 100n }, b: { floor: -20n }, c: { balance: 5n }, d: {} })
        const booked = new Set<string>()
        let issued = 105n
        steps.forEach(({ kind, from, to, amount, key }, at) => {
          const before = new Map(books.wallets)
          const request: Accepted =
            kind === 'close'
              ? closing(from, to)
              : kind === 'freeze' || kind === 'activate'
                ? {
                    request: { type: 'change', walletId: from, status: kind === 'freeze' ? 'frozen' : 'active' },
                    id: `change-${at}`,
                    hash: '',
                  }
                : transfer({ from: kind === 'mint' ? issuerId : from, to, amount, key })
          const decision = when(books, request, at)
          if (decision.type === 'settled' && decision.movement) {
            expect(booked.has(decision.movement.id)).toBe(false)
            booked.add(decision.movement.id)
            if (kind === 'mint') issued += amount
          }
          if (decision.type === 'refused') expect(books.wallets).toEqual(before)
          for (const [name, state] of books.wallets) {
            expect(state.balance).toBeGreaterThanOrEqual(state.floor)
            expect(state.seq - (before.get(name)?.seq ?? 0n)).toBeLessThanOrEqual(1n)
          }
          const sum = [...books.wallets.values()].reduce((total, { balance }) => total + balance, 0n)
          expect(sum).toBe(issued)
        })
      }),
    )
  })
})

import { amountMax, balanceMax } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { transferIdOfRequest } from '../ids'
import { closing, decideNext, stateWith, transfer, wallet } from '../testing/decisions'
import type { QueuedRequest } from './ledger-state'

describe('a transfer', () => {
  it('posts the amount if there are enough funds, and numbers an entry on each leg', () => {
    const state = stateWith({ a: { balance: 10n, seq: 4n }, b: { balance: 1n } })
    const decision = decideNext(state, transfer({ from: 'a', to: 'b', amount: 10n }))
    expect(decision).toMatchObject({
      type: 'accepted',
      result: { sourceBalance: 0n, destinationBalance: 11n, replayed: false },
    })
    expect(state.wallets.get('a')).toMatchObject({ balance: 0n, seq: 5n, updatedAt: 1_000 })
    expect(state.wallets.get('b')).toMatchObject({ balance: 11n, seq: 1n })
  })

  it.each([
    ['one hundredth too little', { balance: 9n }, 10n, 'INSUFFICIENT'],
    ['a frozen sender', { balance: 15n, status: 'frozen' as const }, 10n, 'FROZEN'],
    ['a closed sender', { balance: 15n, status: 'closed' as const }, 10n, 'MISSING_WALLET'],
    ['nothing to transfer', { balance: 15n }, 0n, 'LIMIT'],
    ['a negative amount', { balance: 15n }, -1n, 'LIMIT'],
    ['more than one transfer may carry', { balance: balanceMax }, amountMax + 1n, 'LIMIT'],
  ])('is rejected with %s', (_, sender, amount, reason) => {
    const state = stateWith({ a: sender, b: {} })
    expect(decideNext(state, transfer({ from: 'a', to: 'b', amount }))).toMatchObject({ type: 'rejected', reason })
    expect(state.wallets.get('b')?.balance).toBe(0n)
  })

  it('beyond the maximum balance of the receiver is rejected', () => {
    const state = stateWith({ a: { balance: 5n }, b: { balance: balanceMax - 4n } })
    expect(decideNext(state, transfer({ from: 'a', to: 'b', amount: 5n }))).toMatchObject({ reason: 'LIMIT' })
  })

  it('keeps the later time when the clock steps back', () => {
    const decision = decideNext(
      stateWith({ a: { balance: 5n, updatedAt: 9_000 }, b: {} }),
      transfer({ from: 'a', to: 'b', amount: 5n }),
    )
    expect(decision).toMatchObject({ booking: { at: 9_000 } })
  })
})

describe('a repeated key', () => {
  it('replays the first result within the same batch', () => {
    const state = stateWith({ a: { balance: 10n }, b: {} })
    const request = transfer({ from: 'a', to: 'b', amount: 6n })
    decideNext(state, request)
    expect(decideNext(state, request)).toMatchObject({
      type: 'replayed',
      result: { sourceBalance: 4n, replayed: true },
    })
    expect(state.wallets.get('a')?.seq).toBe(1n)
  })

  it('replays a final rejection, and decides again after a temporary one', () => {
    const state = stateWith({ a: { balance: 1n }, b: {}, frozen: { balance: 9n, status: 'frozen' } })
    const poor = transfer({ from: 'a', to: 'b', amount: 2n })
    const frozen = transfer({ from: 'frozen', to: 'b', amount: 2n })
    decideNext(state, poor)
    decideNext(state, frozen)
    state.wallets.set('a', wallet({ balance: 50n })).set('frozen', wallet({ balance: 9n }))
    expect(decideNext(state, poor)).toMatchObject({ type: 'rejected', reason: 'INSUFFICIENT', replayed: true })
    expect(decideNext(state, frozen).type).toBe('accepted')
  })
})

describe('a closing', () => {
  it('returns the whole balance, even of a frozen wallet, and closes the wallet in the same step', () => {
    const state = stateWith({ child: { balance: 7n, status: 'frozen' }, parent: {} })
    expect(decideNext(state, closing('child', 'parent'))).toMatchObject({ result: { returned: 7n } })
    expect(state.wallets.get('child')).toMatchObject({ balance: 0n, seq: 1n, status: 'closed', scopeVersion: 2 })
    expect(state.wallets.get('parent')?.balance).toBe(7n)
    expect(decideNext(state, closing('child', 'parent'))).toMatchObject({ type: 'replayed', result: { returned: 7n } })
  })

  it('is rejected when the receiving wallet is closed', () => {
    const state = stateWith({ child: { balance: 7n }, parent: { status: 'closed' } })
    expect(decideNext(state, closing('child', 'parent'))).toMatchObject({ type: 'rejected', reason: 'MISSING_WALLET' })
  })

  it('is undone by opening the wallet with 0, once; a late closing is rejected, a later one has an id of its own', () => {
    const state = stateWith({ child: { balance: 7n }, parent: {} })
    const reopening = (id: string) => {
      const request = { type: 'change' as const, walletId: 'child', status: 'active' as const, reopen: true as const }
      return decideNext(state, { request, id, hash: '' })
    }
    expect(reopening('early')).toMatchObject({ type: 'rejected', reason: 'MISSING_WALLET' })
    const first = closing('child', 'parent')
    decideNext(state, first)
    expect(reopening('r1')).toMatchObject({ type: 'accepted', result: { scopeVersion: 3 } })
    expect(reopening('r1')).toMatchObject({ type: 'replayed' })
    expect(reopening('r2')).toMatchObject({ type: 'rejected', reason: 'MISSING_WALLET' })
    expect(state.wallets.get('child')).toMatchObject({ balance: 0n, status: 'active', heir: null })
    expect(decideNext(state, withScope(first, 1))).toMatchObject({ type: 'rejected', reason: 'SCOPE_CHANGED' })
    const second = withScope(first, 3)
    expect(second.id).not.toBe(withScope(first, 1).id)
    expect(decideNext(state, second).type).toBe('accepted')
  })
})

function withScope({ request }: QueuedRequest, scopeVersion: number): QueuedRequest {
  if (request.type !== 'close') throw new Error('no closing')
  const scoped = { ...request, source: { ...request.source, scopeVersion } }
  return { request: scoped, id: transferIdOfRequest(scoped), hash: '' }
}

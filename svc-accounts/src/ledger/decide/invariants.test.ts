import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsForAll } from '../../testing/sequences'
import { isExternal, issuerId, poolIdOf } from '../ids'
import { closing, decideNext, stateWith, transfer } from '../testing/decisions'
import { walletRef } from '../testing/requests'
import type { Booking, Decision, LedgerState, QueuedRequest, WalletState } from './ledger-state'

/*
 * What the ledger promises, whatever it is asked for and in whatever order:
 *
 *   I1  The balances of all wallets and external accounts sum to zero.
 *   I2  No wallet's balance falls below 0.
 *   I3  A wallet's entries are numbered without a gap, each leaves what the one before left plus its amount, and the
 *       last one leaves the balance.
 *   I4  A key is booked once at most; asked again it is answered as the first time, and another request is refused.
 *   I6  A refused request leaves every wallet as it was.
 *   I7  Projections equal what is recomputed from the entries. (Proved in svc-reports.)
 *   I8  The audit chain verifies. (There is none yet.)
 *   I9  A closed wallet is never posted to again.
 *   I10 Times within a wallet never fall, whatever the clock does.
 *   I11 What was authorised before a change of place or status is not booked after it.
 *
 * The same are checked on stored data by `verify/verify-ledger.ts` (I1 to I3), in the crash tests (I1 to I4) and for
 * several writers (`writer-queue.int.test.ts`, I1 to I4).
 */

const names = ['a', 'b', 'c', 'd']
const pool = poolIdOf('admin', 'game')
const operation = fc.record({
  kind: fc.constantFrom(
    ...(['transfer', 'transfer', 'transfer', 'issue', 'stake', 'win'] as const),
    ...(['close', 'freeze', 'activate', 'reparent', 'stale', 'precondition'] as const),
  ),
  from: fc.constantFrom(...names),
  to: fc.constantFrom(...names),
  amount: fc.bigInt({ min: -2n, max: 60n }),
  key: fc.integer({ min: 0, max: 30 }).map(String),
  /** Steps back as often as forward. */
  clock: fc.integer({ min: -500, max: 500 }),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

type Step = { asked: QueuedRequest; decision: Decision; before: LedgerState['wallets']; after: LedgerState['wallets'] }
/** Opening balances come from the issuer, before the first step. */
const opening = { a: { balance: 100n }, b: {}, c: { balance: 5n }, d: {} }

function askedOf({ kind, from, to, amount, key }: Operation, at: number, { wallets }: LedgerState): QueuedRequest {
  const change = (status?: 'frozen' | 'active'): QueuedRequest => ({
    request: { type: 'change', walletId: from, ...(status ? { status } : {}) },
    id: `change-${at}`,
    hash: '',
  })
  const version = wallets.get(from)?.scopeVersion ?? 0
  const asked = transfer({
    from: kind === 'issue' ? issuerId : kind === 'win' ? pool : from,
    to: kind === 'stake' ? pool : to,
    amount,
    key,
    ...(kind === 'precondition' ? { preconditions: [{ walletId: 'd', scopeVersion: 1 }] } : {}),
  })
  if (kind === 'close') return closing(from, to)
  if (kind === 'freeze') return change('frozen')
  if (kind === 'activate') return change('active')
  if (kind === 'reparent') return change()
  if (kind !== 'stale' || asked.request.type !== 'transfer') return asked
  return { ...asked, request: { ...asked.request, source: walletRef(from, version - 1) } }
}

function play(operations: readonly Operation[]): Step[] {
  const state = stateWith(opening)
  let now = 1_000
  return operations.map((one, at) => {
    const before = new Map(state.wallets)
    const asked = askedOf(one, at, state)
    now += one.clock
    const decision = decideNext(state, asked, now)
    return { asked, decision, before, after: new Map(state.wallets) }
  })
}

const tell = (operations: readonly Operation[]) =>
  play(operations).map(({ decision, after }, at) => {
    const { kind, from, to, amount, key } = operations[at] as Operation
    const outcome = decision.type === 'rejected' ? decision.reason : decision.type
    const balances = [...after].map(([name, { balance }]) => `${name}=${balance}`).join(' ')
    return `${kind} ${amount} of ${from} to ${to}, key ${key} → ${outcome}; ${balances}`
  })

const holds = (rule: (steps: Step[]) => void) =>
  holdsForAll({ operation, maxLength: 80, runs: 200 }, operations => rule(play(operations)), tell)

const bookingOf = ({ decision }: Step): Booking | undefined =>
  decision.type === 'accepted' ? decision.booking : undefined
const balancesOf = (wallets: Step['after']) => [...wallets.values()].reduce((sum, { balance }) => sum + balance, 0n)

/** The entries of each wallet, as the bookings of a sequence write them. */
function entriesOf(steps: readonly Step[]) {
  const entries = new Map<string, { amount: bigint; after: WalletState }[]>()
  for (const booking of steps.flatMap(step => bookingOf(step) ?? [])) {
    const { request, amount, sourceAfter, destinationAfter } = booking
    const sides = [
      { id: request.source.walletId, amount: -amount, after: sourceAfter },
      { id: request.destination.walletId, amount, after: destinationAfter },
    ]
    for (const { id, amount: signed, after } of sides) {
      if (after) entries.set(id, [...(entries.get(id) ?? []), { amount: signed, after }])
    }
  }
  return entries
}

describe('the ledger promises', () => {
  it('I1: all sums to zero', () =>
    holds(steps => {
      let external = -balancesOf(stateWith(opening).wallets)
      for (const step of steps) {
        const { request, amount = 0n } = bookingOf(step) ?? {}
        if (request && isExternal(request.source.walletId)) external -= amount
        if (request && isExternal(request.destination.walletId)) external += amount
        expect(balancesOf(step.after) + external).toBe(0n)
      }
    }))

  it('I2: no balance falls below 0', () =>
    holds(steps => {
      for (const { after } of steps) {
        for (const { balance } of after.values()) expect(balance).toBeGreaterThanOrEqual(0n)
      }
    }))

  it('I3: entries are dense, chain and end at the balance', () =>
    holds(steps => {
      const start = stateWith(opening).wallets
      const last = steps.at(-1)?.after ?? start
      for (const [id, wallet] of last) {
        let balance = start.get(id)?.balance ?? 0n
        const entries = entriesOf(steps).get(id) ?? []
        entries.forEach(({ amount, after }, index) => {
          balance += amount
          expect([after.seq, after.balance]).toEqual([BigInt(index + 1), balance])
        })
        expect([wallet.seq, wallet.balance]).toEqual([BigInt(entries.length), balance])
      }
    }))

  it('I4: a key is booked once and answered the same for ever', () =>
    holds(steps => {
      const first = new Map<string, { hash: string; decision: Decision }>()
      for (const { asked, decision } of steps) {
        if (asked.request.type !== 'transfer') continue
        const earlier = first.get(asked.id)
        if (!earlier) {
          const isKept =
            decision.type === 'accepted' || (decision.type === 'rejected' && decision.finalRejection !== undefined)
          if (isKept) first.set(asked.id, { hash: asked.hash, decision })
        } else if (asked.hash !== earlier.hash) {
          expect(decision).toMatchObject({ type: 'rejected', reason: 'KEY_REUSED' })
        } else if (earlier.decision.type === 'accepted') {
          const { replayed: _, ...result } = { replayed: false, ...earlier.decision.result }
          expect(decision).toMatchObject({ type: 'replayed', result })
        } else {
          const { finalRejection: _, ...rejection } = { finalRejection: undefined, ...earlier.decision }
          expect(decision).toEqual({ ...rejection, replayed: true })
        }
      }
    }))

  it('I6: a refusal leaves every wallet as it was', () =>
    holds(steps => {
      for (const { decision, before, after } of steps) if (decision.type === 'rejected') expect(after).toEqual(before)
    }))

  it('I9: a closed wallet is never posted to again', () =>
    holds(steps => {
      for (const { before, after } of steps) {
        for (const [id, wallet] of before) if (wallet.status === 'closed') expect(after.get(id)).toEqual(wallet)
      }
    }))

  it('I10: times within a wallet never fall', () =>
    holds(steps => {
      for (const { before, after } of steps) {
        for (const [id, { updatedAt }] of after) {
          expect(updatedAt).toBeGreaterThanOrEqual(before.get(id)?.updatedAt ?? 0)
        }
      }
    }))

  it('I11: what was authorised on another version is not booked', () =>
    holds(steps => {
      for (const { asked, decision, before } of steps) {
        const { request } = asked
        if (decision.type !== 'accepted' || request.type !== 'transfer') continue
        const seen = [request.source, request.destination, ...(request.preconditions ?? [])]
        for (const { walletId, scopeVersion } of seen) {
          if (scopeVersion !== undefined) expect(before.get(walletId)?.scopeVersion).toBe(scopeVersion)
        }
      }
    }))
})

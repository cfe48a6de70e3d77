import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsForAll } from '../../testing/sequences'
import { isExternal, issuerId, poolIdOf } from '../ids'
import { closing, decideNext, stateWith, transfer } from '../testing/decisions'
import { walletRef } from '../testing/requests'
import type { Booking, Decision, LedgerState, QueuedRequest, WalletState } from './ledger-state'

/*
 * Invariants of the ledger for any sequence of requests:
 *
 *   I1  The balances of all wallets and external accounts sum to zero.
 *   I2  No wallet's balance falls below 0.
 *   I3  A wallet's entries are gapless, each continues the balance of the one before, and the last one ends at the
 *       wallet's balance.
 *   I4  A key is booked at most once; a retry gets the first result, another request under the key is rejected.
 *   I6  A rejected request changes no wallet.
 *   I7  Projections equal the values recomputed from the entries. (Tested in svc-reports.)
 *   I8  The audit chain verifies. (Not implemented.)
 *   I9  A closed wallet takes no more postings.
 *   I10 Times never decrease within a wallet, even if the clock steps back.
 *   I11 A transfer authorised before a change of position or status is not booked after it.
 *
 * Stored data is checked by `verify/verify-wallets.ts` and `verify/verify-feeds.ts` (I1 to I3), by the crash tests (I1 to
 * I4) and with several writers (`queue/writer-queue.int.test.ts`, I1 to I4).
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
  /** Steps of the clock, in both directions. */
  clock: fc.integer({ min: -500, max: 500 }),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

type Step = { queued: QueuedRequest; decision: Decision; before: LedgerState['wallets']; after: LedgerState['wallets'] }
/** Opening balances come from the issuer, before the first step. */
const opening = { a: { balance: 100n }, b: {}, c: { balance: 5n }, d: {} }

function toQueuedRequest(
  { kind, from, to, amount, key }: Operation,
  at: number,
  { wallets }: LedgerState,
): QueuedRequest {
  const change = (status?: 'frozen' | 'active'): QueuedRequest => ({
    request: { type: 'change', walletId: from, ...(status ? { status } : {}) },
    id: `change-${at}`,
    hash: '',
  })
  const version = wallets.get(from)?.scopeVersion ?? 0
  const queued = transfer({
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
  if (kind !== 'stale' || queued.request.type !== 'transfer') return queued
  return { ...queued, request: { ...queued.request, source: walletRef(from, version - 1) } }
}

function play(operations: readonly Operation[]): Step[] {
  const state = stateWith(opening)
  let now = 1_000
  return operations.map((one, at) => {
    const before = new Map(state.wallets)
    const queued = toQueuedRequest(one, at, state)
    now += one.clock
    const decision = decideNext(state, queued, now)
    return { queued, decision, before, after: new Map(state.wallets) }
  })
}

const describeSteps = (operations: readonly Operation[]) =>
  play(operations).map(({ decision, after }, at) => {
    const { kind, from, to, amount, key } = operations[at] as Operation
    const outcome = decision.type === 'rejected' ? decision.reason : decision.type
    const balances = [...after].map(([name, { balance }]) => `${name}=${balance}`).join(' ')
    return `${kind} ${amount} of ${from} to ${to}, key ${key} → ${outcome}; ${balances}`
  })

const holds = (rule: (steps: Step[]) => void) =>
  holdsForAll({ operation, maxLength: 80, runs: 200 }, operations => rule(play(operations)), describeSteps)

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

describe('the ledger', () => {
  it('I1: sums all balances to zero', () =>
    holds(steps => {
      let external = -balancesOf(stateWith(opening).wallets)
      for (const step of steps) {
        const { request, amount = 0n } = bookingOf(step) ?? {}
        if (request && isExternal(request.source.walletId)) external -= amount
        if (request && isExternal(request.destination.walletId)) external += amount
        expect(balancesOf(step.after) + external).toBe(0n)
      }
    }))

  it('I2: keeps every balance at or above 0', () =>
    holds(steps => {
      for (const { after } of steps) {
        for (const { balance } of after.values()) expect(balance).toBeGreaterThanOrEqual(0n)
      }
    }))

  it('I3: writes gapless entries that chain and end at the balance', () =>
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

  it('I4: books a key once and replays its result', () =>
    holds(steps => {
      const first = new Map<string, { hash: string; decision: Decision }>()
      for (const { queued, decision } of steps) {
        if (queued.request.type !== 'transfer') continue
        const earlier = first.get(queued.id)
        if (!earlier) {
          const isFinal =
            decision.type === 'accepted' || (decision.type === 'rejected' && decision.finalRejection !== undefined)
          if (isFinal) first.set(queued.id, { hash: queued.hash, decision })
        } else if (queued.hash !== earlier.hash) {
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

  it('I6: changes no wallet on a rejection', () =>
    holds(steps => {
      for (const { decision, before, after } of steps) if (decision.type === 'rejected') expect(after).toEqual(before)
    }))

  it('I9: never posts to a closed wallet', () =>
    holds(steps => {
      for (const { before, after } of steps) {
        for (const [id, wallet] of before) if (wallet.status === 'closed') expect(after.get(id)).toEqual(wallet)
      }
    }))

  it('I10: never decreases the time within a wallet', () =>
    holds(steps => {
      for (const { before, after } of steps) {
        for (const [id, { updatedAt }] of after) {
          expect(updatedAt).toBeGreaterThanOrEqual(before.get(id)?.updatedAt ?? 0)
        }
      }
    }))

  it('I11: books no transfer authorised on another scope version', () =>
    holds(steps => {
      for (const { queued, decision, before } of steps) {
        const { request } = queued
        if (decision.type !== 'accepted' || request.type !== 'transfer') continue
        const references = [request.source, request.destination, ...(request.preconditions ?? [])]
        for (const { walletId, scopeVersion } of references) {
          if (scopeVersion !== undefined) expect(before.get(walletId)?.scopeVersion).toBe(scopeVersion)
        }
      }
    }))
})

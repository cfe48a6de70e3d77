import { amountMax, balanceMax } from '@cascade/contracts'
import { type PostingRequest, PostingResult, playEvents, postingInternal } from '@cascade/contracts/accounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsForAll } from '../../testing/sequences'
import { buildPlayRow } from '../commit/play-row'
import { poolIdOf, postingHashOf, transferIdOfPosting, winsIdOf } from '../ids'
import { toBookedResult } from '../posting-results'
import { toPlayEvent } from '../store/feeds'
import { decideNext, stateWith } from '../testing/decisions'
import { postingsFor } from '../testing/play-requests'
import type { LedgerState } from './ledger-state'

const offering = { adminId: 'admin', gameId: 'game' }
const accounts = [poolIdOf('admin', 'game'), winsIdOf('admin', 'game')]
const play = postingsFor(offering)

const near = (limit: bigint) => fc.bigInt({ min: limit - 3n, max: limit })
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 5n }), near(amountMax))
/** Stored balances may already exceed the limits. */
const held = fc.oneof(
  ...[near(balanceMax), near(balanceMax - amountMax), fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })].flatMap(
    balance => [balance, balance.map(value => -value)],
  ),
  fc.constant(0n),
)
const operation = fc.record({
  kind: fc.constantFrom('stake', 'settle', 'correct', 'claim', 'recover', 'add', 'reset', 'close'),
  amount,
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

function postingOf(state: LedgerState, { kind, amount: requested }: Operation): PostingRequest {
  const value = Number(requested)
  const gateVersion = state.externals.get(accounts[0] ?? '')?.gateVersion ?? 0
  switch (kind) {
    case 'stake':
      return play.stake('player', value, { gateVersion })
    case 'settle':
      return play.settle([['t', value]])
    case 'correct':
      return play.settle([['t', -value]], 2)
    case 'claim':
      return play.claim('player', [['t', value]])
    case 'recover':
      return play.recover('player', ['owing', value])
    case 'add':
      return play.add(value)
    case 'reset':
      return play.reset()
    case 'close':
      return play.close(`d${gateVersion}`, gateVersion)
  }
}

const start = fc.record({ pool: held, wins: held, wallet: near(balanceMax) })
const schemas = new Map(Object.values(playEvents).map(event => [event.shape.type.value as string, event]))
const sizeOf = (balance: bigint) => (balance < 0n ? -balance : balance)

function startOf({ pool, wins, wallet }: { pool: bigint; wins: bigint; wallet: bigint }): LedgerState {
  const state = stateWith({ player: { balance: wallet }, admin: {} })
  // Tickets without a relevant win limit: wins are tested in `ticket-wins.test.ts`.
  const ticket = { winsId: winsIdOf('admin', 'game'), playerId: 'player', most: 10n ** 18n }
  state.wins.set('t', { ...ticket, won: 10n ** 17n, claimed: 0n })
  state.wins.set('owing', { ...ticket, won: 0n, claimed: 10n ** 17n })
  state.players.set('player', { id: 'player', username: 'player', ancestry: { admin: 'admin' } })
  for (const [index, balance] of [pool, wins].entries())
    state.externals.set(accounts[index] ?? '', { balance, gateVersion: 0 })
  return state
}

const balancesOf = ({ externals }: LedgerState) => accounts.map(id => externals.get(id)?.balance ?? 0n)

describe('a pool and its wins', () => {
  it('never exceed their limits, and every result and event matches its schema', async () => {
    await fc.assert(
      fc.asyncProperty(start, async opening =>
        holdsForAll({ operation, maxLength: 12, runs: 15 }, operations => {
          const state = startOf(opening)
          for (const one of operations) {
            const before = balancesOf(state)
            const posting = postingOf(state, one)
            const queued = {
              request: { type: 'play' as const, posting },
              id: transferIdOfPosting(posting),
              hash: postingHashOf(posting),
            }
            const decision = decideNext(state, queued)
            if (one.kind === 'reset') expect(balancesOf(state)[0]).toBe(0n)
            for (const [index, balance] of balancesOf(state).entries()) {
              const bound = [balanceMax, sizeOf(before[index] ?? 0n)].reduce((a, b) => (a > b ? a : b))
              expect(sizeOf(balance) <= bound, `${accounts[index]} holds ${balance}`).toBe(true)
            }
            if (decision.type !== 'accepted' || !decision.play) continue
            PostingResult.parse(toBookedResult(posting, decision.play.result))
            const event = toPlayEvent(buildPlayRow(decision.play, 'UTC'))
            schemas.get(event.type)?.parse(event)
            const [poolBalance = 0n, winsBalance = 0n] = balancesOf(state)
            const pool = {
              ...offering,
              gateVersion: 0,
              poolBalance: String(poolBalance),
              winsBalance: String(winsBalance),
            }
            postingInternal.pools.response.parse({ pools: [pool], head: 1 })
          }
        }),
      ),
      { numRuns: 25 },
    )
  })

  it('reject only movements beyond their limit', () => {
    const state = startOf({ pool: balanceMax, wins: 0n, wallet: 100n })
    const outcome = (posting: PostingRequest) => {
      const decision = decideNext(state, {
        request: { type: 'play', posting },
        id: posting.id,
        hash: postingHashOf(posting),
      })
      return decision.type === 'rejected' ? decision.reason : decision.type
    }
    expect(outcome(play.stake('player', 1))).toBe('LIMIT')
    expect(outcome(play.add(1))).toBe('LIMIT')
    expect(outcome(play.settle([['t', 1]]))).toBe('accepted')
    expect(outcome(play.add(1))).toBe('accepted')
    expect(outcome(play.reset())).toBe('accepted')
    expect(outcome(play.stake('player', 1))).toBe('accepted')
  })
})

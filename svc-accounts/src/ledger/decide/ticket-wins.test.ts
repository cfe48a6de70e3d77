import { type PostingRequest, playEvents } from '@cascade/contracts/accounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsForAll } from '../../testing/sequences'
import { buildPlayRow } from '../commit/play-row'
import { issuerId, postingHashOf, transferIdOfPosting, winsIdOf } from '../ids'
import { toPlayEvent } from '../store/feeds'
import { closing, decideNext, stateWith, wallet } from '../testing/decisions'
import { postingsFor, type Won } from '../testing/play-requests'
import type { LedgerState } from './ledger-state'

const offering = { adminId: 'admin', gameId: 'game' }
const play = postingsFor(offering)
const tickets = ['t1', 't2', 't3', 'never staked']
const players = ['p1', 'p2']
/** Highest win of a stake of 1: × 10,000 and booster 2. */
const most = 20_000n

/** Any request that a holder of svc-live's service key could send. */
const operation = fc.record({
  kind: fc.constantFrom('stake', 'settle', 'settle', 'correct', 'claim', 'claim', 'recover', 'void'),
  ticket: fc.constantFrom(...tickets),
  other: fc.constantFrom(...tickets),
  player: fc.constantFrom(...players),
  amount: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(19_999, 20_000, 20_001)),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

function postingOf({ kind, ticket, other, player, amount }: Operation): PostingRequest {
  if (kind === 'stake') return play.stake(ticket === 't1' ? 'p1' : 'p2', 1, { id: ticket })
  if (kind === 'settle')
    return play.settle([
      [ticket, amount],
      [other, 1],
    ])
  if (kind === 'correct') return play.settle([[ticket, -amount]], 2)
  if (kind === 'claim') return play.claim(player, [[ticket, amount]])
  if (kind === 'void') return play.void(player, ticket)
  return play.recover(player, [ticket, amount])
}

function start(): LedgerState {
  const state = stateWith({ p1: { balance: 100n }, p2: { balance: 100n }, admin: {} })
  for (const id of players) state.players.set(id, { id, username: id, ancestry: { admin: 'admin' } })
  return state
}

const outcomeOf = (state: LedgerState, posting: PostingRequest, day?: { day: string; offeringDayLimit: bigint }) => {
  const queued = {
    request: { type: 'play' as const, posting },
    id: transferIdOfPosting(posting),
    hash: postingHashOf(posting),
  }
  const decision = decideNext(state, queued, 1_000, day)
  return decision.type === 'rejected' ? decision.reason : decision.type
}

const winsOf = (state: LedgerState) => state.externals.get(winsIdOf('admin', 'game'))?.balance ?? 0n

describe('wins of tickets', () => {
  it('are settled and paid only for stakes of the same player, for any sequence of requests', () =>
    holdsForAll({ operation, maxLength: 60, runs: 300 }, operations => {
      const state = start()
      let corrected = 0n
      for (const one of operations.filter(({ ticket, kind }) => kind !== 'stake' || ticket !== 'never staked')) {
        const outcome = outcomeOf(state, postingOf(one))
        if (one.kind === 'correct' && outcome === 'accepted') corrected += BigInt(one.amount)
        let owed = 0n
        for (const [id, { won, claimed, playerId }] of state.wins) {
          expect(id).not.toBe('never staked')
          expect(playerId).toBe(id === 't1' ? 'p1' : 'p2')
          expect(won >= 0n && won <= most && claimed >= 0n && claimed <= won + corrected).toBe(true)
          owed += won - claimed
        }
        expect(winsOf(state)).toBe(owed)
        expect(winsOf(state) >= -corrected).toBe(true)
      }
    }))

  it('are rejected if invented, above the maximum, of another player or not adding up', () => {
    const state = start()
    const stake = play.stake('p1', 1, { id: 't1' })
    const refused = [
      play.settle([['never staked', 1]]),
      play.claim('p2', [['t1', 1]]),
      play.claim('p1', [['t1', 1]], { amount: '2' }),
      play.settle([['t1', 20_001]]),
      play.settle([['t1', -1]]),
      play.settle([['t1', -1]], 2),
      play.settle([['t1', 5]], 1, { amount: '6' }),
      postingsFor({ ...offering, gameId: 'other' }).settle([['t1', 1]]),
      play.recover('p1', ['never staked', 1]),
    ]
    expect(outcomeOf(state, stake)).toBe('accepted')
    expect(refused.map(posting => outcomeOf(state, posting))).toEqual(refused.map(() => 'NOT_WON'))
    expect(outcomeOf(state, play.settle([['t1', 20]]))).toBe('accepted')
    expect(outcomeOf(state, play.claim('p2', [['t1', 20]]))).toBe('NOT_WON')
  })

  it('are paid once, up to the unclaimed amount, and the booking carries the paid amount', () => {
    const state = start()
    const paidBy = (...tickets: Won[]) => {
      const posting = play.claim('p1', tickets)
      const decision = decideNext(state, {
        request: { type: 'play', posting },
        id: posting.id,
        hash: postingHashOf(posting),
      })
      if (decision.type !== 'accepted' || decision.play?.posting.kind !== 'claim') return undefined
      const { result, posting: booked } = decision.play
      return [result.amount, result.tickets, booked.details.tickets]
    }
    outcomeOf(state, play.stake('p1', 1, { id: 't1' }))
    outcomeOf(state, play.stake('p1', 1, { id: 't4' }))
    outcomeOf(
      state,
      play.settle([
        ['t1', 20],
        ['t4', 8],
      ]),
    )
    // A correction from 20 to 5 that the claimant has not seen.
    outcomeOf(state, play.settle([['t1', -15]], 2))
    expect(paidBy(['t1', 20], ['t4', 8])).toEqual([
      13n,
      2,
      [
        ...[
          ['t1', '5'],
          ['t4', '8'],
        ],
      ],
    ])
    expect(paidBy(['t1', 20], ['t4', 8])).toEqual([
      0n,
      0,
      [
        ...[
          ['t1', '0'],
          ['t4', '0'],
        ],
      ],
    ])
    expect(state.wallets.get('p1')).toMatchObject({ balance: 111n, seq: 3n })
    // Corrected to 30: at most the requested amount is paid, and each ticket once.
    outcomeOf(state, play.settle([['t1', 25]], 3))
    expect(paidBy(['t1', 15])).toEqual([15n, 1, [['t1', '15']]])
    expect(paidBy(['t1', 15], ['t1', 15])).toEqual([
      10n,
      1,
      [
        ...[
          ['t1', '10'],
          ['t1', '0'],
        ],
      ],
    ])
    // Corrected to 0: a claim does not take the debt back.
    outcomeOf(state, play.settle([['t1', -30]], 4))
    expect(paidBy(['t1', 15])).toEqual([0n, 0, [['t1', '0']]])
    expect(winsOf(state)).toBe(-30n)
  })

  it('are part of what makes a repeated settlement the same, except for those that 1.0.0 booked', () => {
    const state = start()
    for (const id of ['t1', 't2']) outcomeOf(state, play.stake(id === 't1' ? 'p1' : 'p2', 1, { id }))
    const first = play.settle([['t1', 20]], 1, { id: 'chunk' })
    const other = play.settle([['t2', 20]], 1, { id: 'chunk' })
    const outcomes = () => [first, other].map(posting => outcomeOf(state, posting))
    expect([outcomeOf(state, first), ...outcomes()]).toEqual(['accepted', 'replayed', 'KEY_REUSED'])
    const stored = state.postings.get('chunk')
    // The hash of 1.0.0, computed by it.
    if (stored) state.postings.set('chunk', { ...stored, hash: 'XI50PuvMZimF8Z9s6YAeta' })
    expect(outcomes()).toEqual(['replayed', 'replayed'])
    expect(outcomeOf(state, play.settle([['t1', 21]], 1, { id: 'chunk' }))).toBe('KEY_REUSED')
  })

  it('are limited per offering and business day', () => {
    const state = start()
    const terms = (day: string) => ({ day, offeringDayLimit: 30n })
    expect(outcomeOf(state, play.stake('p1', 1, { id: 't1' }))).toBe('accepted')
    expect(outcomeOf(state, play.settle([['t1', 20]]), terms('2026-03-01'))).toBe('accepted')
    expect(outcomeOf(state, play.settle([['t1', 11]]), terms('2026-03-01'))).toBe('OFFERING_LIMIT')
    // Reductions by a correction do not free the limit.
    expect(outcomeOf(state, play.settle([['t1', -5]], 2), terms('2026-03-01'))).toBe('accepted')
    expect(outcomeOf(state, play.settle([['t1', 11]], 3), terms('2026-03-01'))).toBe('OFFERING_LIMIT')
    expect(outcomeOf(state, play.settle([['t1', 11]], 3), terms('2026-03-02'))).toBe('accepted')
  })

  it('are recovered only from their own player', () => {
    const state = start()
    const won = [['t1', 20]] as const
    for (const posting of [play.stake('p1', 1, { id: 't1' }), play.settle(won), play.claim('p1', won)]) {
      expect(outcomeOf(state, posting)).toBe('accepted')
    }
    expect(outcomeOf(state, play.settle([['t1', -20]], 2))).toBe('accepted')
    expect(outcomeOf(state, play.recover('p2', ['t1', 20]))).toBe('NOT_WON')
    expect(state.wallets.get('p2')?.balance).toBe(100n)
    expect(outcomeOf(state, play.recover('p1', ['t1', 20]))).toBe('accepted')
    expect(winsOf(state)).toBe(0n)
  })
})

describe('a win of a deleted player', () => {
  const path = ['p1', 'master', 'areamanager'] as const

  /** A ticket that won 20 after the named wallets were closed. */
  function closedState(...closed: readonly string[]) {
    const state = stateWith({ p1: {}, master: {}, areamanager: { status: 'frozen', balance: 5n }, admin: {} })
    state.players.set('p1', { id: 'p1', username: 'p1', ancestry: { admin: 'admin' } })
    state.stakes.set('t1', { winsId: winsIdOf('admin', 'game'), playerId: 'p1', most, won: 0n, claimed: 0n })
    for (const name of closed) {
      const parent = path[path.indexOf(name as 'p1') + 1] ?? issuerId
      expect(decideNext(state, closing(name, parent)).type).toBe('accepted')
    }
    expect(outcomeOf(state, play.settle([['t1', 20]], 2))).toBe('accepted')
    return state
  }
  const claim = () => {
    const posting = play.claim('p1', [['t1', 20]])
    return { request: { type: 'play' as const, posting }, id: posting.id, hash: postingHashOf(posting) }
  }
  const balances = (state: LedgerState) => path.map(name => state.wallets.get(name)?.balance)

  it('is paid to the heir, and its row names the player and the ticket', () => {
    const state = closedState('p1')
    const decision = decideNext(state, claim())
    expect(balances(state)).toEqual([0n, 20n, 5n])
    if (decision.type !== 'accepted' || !decision.play) throw new Error('It is booked.')
    expect(decision.play.result).toMatchObject({ amount: 20n, playerBalance: null })
    const row = buildPlayRow(decision.play, 'UTC')
    expect(row).toMatchObject({ note: 'Win of the deleted account p1', play: { player: { id: 'p1' } } })
    expect(row.postings[1]).toMatchObject({ w: 'master', username: 'user-ster', amount: 20n, seq: 1n, balAfter: 20n })
    const event = playEvents.claimBooked.parse(toPlayEvent(row))
    expect(event.data).toMatchObject({ player: { id: 'p1' }, heir: { walletId: 'master' }, playerBalance: '0' })
    expect(event.data.details).toMatchObject({ tickets: [['t1', '20']] })
  })

  it('is paid further up if the heir is closed, also to a frozen wallet, and finally to the issuer', () => {
    const frozen = closedState('p1', 'master')
    expect(decideNext(frozen, claim()).type).toBe('accepted')
    expect(balances(frozen)).toEqual([0n, 0n, 25n])
    const none = closedState('p1', 'master', 'areamanager')
    const issuedBefore = none.externals.get(issuerId)?.balance ?? 0n
    const decision = decideNext(none, claim())
    if (decision.type !== 'accepted' || !decision.play) throw new Error('It is booked.')
    expect(balances(none)).toEqual([0n, 0n, 0n])
    expect(none.externals.get(issuerId)?.balance).toBe(issuedBefore + 20n)
    expect(buildPlayRow(decision.play, 'UTC').postings[1]).toMatchObject({ w: issuerId, amount: 20n, seq: null })
  })

  it('reduces the points issued to the admin when it leaves its subtree, also into that of another admin', () => {
    const state = start()
    state.wallets.set('other', wallet())
    for (const ticket of ['t1', 't2', 't3']) outcomeOf(state, play.stake('p1', 1, { id: ticket }))
    const wins: Won[] = ['t1', 't2', 't3'].map(ticket => [ticket, 20])
    outcomeOf(state, play.settle(wins))
    const issued = () => ['admin', 'other'].map(id => state.wallets.get(id)?.issued ?? 0n)
    outcomeOf(state, play.claim('p1', wins.slice(0, 1)))
    expect(issued()).toEqual([0n, 0n])
    state.players.set('p1', { id: 'p1', username: 'p1', ancestry: { admin: 'other' } })
    outcomeOf(state, play.claim('p1', wins.slice(1, 2)))
    expect(issued()).toEqual([-20n, 20n])
    state.wallets.set('root', wallet())
    state.wallets.set('p1', wallet({ status: 'closed', heir: { walletId: 'root', username: 'root' } }))
    state.heirs.set('root', {})
    outcomeOf(state, play.claim('p1', wins.slice(2)))
    expect([issued(), state.wallets.get('root')?.balance]).toEqual([[-40n, 20n], 20n])
  })

  it('is not recovered from the heir after a correction: the debt stays open', () => {
    const state = closedState('p1')
    decideNext(state, claim())
    expect(outcomeOf(state, play.settle([['t1', -20]], 3))).toBe('accepted')
    expect(outcomeOf(state, play.recover('p1', ['t1', 20]))).toBe('accepted')
    expect(balances(state)).toEqual([0n, 20n, 5n])
    expect(state.wins.get('t1')).toMatchObject({ won: 0n, claimed: 20n })
  })
})

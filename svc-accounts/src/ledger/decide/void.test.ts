import type { PostingRequest } from '@cascade/contracts/accounts'
import { describe, expect, it } from 'vitest'
import { poolIdOf, postingHashOf, transferIdOfPosting } from '../ids'
import { closing, decideNext, stateWith } from '../testing/decisions'
import { postingsFor } from '../testing/play-requests'
import type { LedgerState } from './ledger-state'

const offering = { adminId: 'admin', gameId: 'game' }
const play = postingsFor(offering)
const [today, tomorrow] = ['2026-03-01', '2026-03-02']

function makeState(): LedgerState {
  const counting = { version: 1, stakeDayMax: 1_000n, counting: 'c1' }
  const state = stateWith({ admin: {}, master: { limits: counting }, p1: { balance: 100n }, p2: { balance: 100n } })
  for (const id of ['p1', 'p2']) {
    state.players.set(id, { id, username: id, ancestry: { admin: 'admin', master: 'master' } })
  }
  return state
}

function post(state: LedgerState, posting: PostingRequest, day = today) {
  const queued = { request: { type: 'play' as const, posting }, hash: postingHashOf(posting) }
  return decideNext(state, { ...queued, id: transferIdOfPosting(posting) }, 1_000, { day })
}

const outcomeOf = (...input: Parameters<typeof post>) => {
  const decision = post(...input)
  return decision.type === 'rejected' ? decision.reason : decision.type
}

const stake = play.stake('p1', 30)
const used = (state: LedgerState, id: string) => state.wallets.get(id)?.use

describe('a void', () => {
  it('returns the stake once, and the ticket can win nothing', () => {
    const state = makeState()
    post(state, stake)
    expect(post(state, play.void('p1', stake.id))).toMatchObject({ type: 'accepted', result: { amount: 30n } })
    expect(state.wallets.get('p1')?.balance).toBe(100n)
    expect(state.externals.get(poolIdOf('admin', 'game'))?.balance).toBe(0n)
    expect(outcomeOf(state, play.void('p1', stake.id))).toBe('replayed')
    expect(outcomeOf(state, play.settle([[stake.id, 1]]))).toBe('NOT_WON')
  })

  it.each<[string, PostingRequest[], PostingRequest, string]>([
    ['after the gate was closed', [stake, play.close('d1', 0)], play.void('p1', stake.id), 'DRAW_CLOSED'],
    ['of a settled ticket', [stake, play.settle([[stake.id, 5]])], play.void('p1', stake.id), 'DRAW_CLOSED'],
    ['after its deadline', [stake], play.void('p1', stake.id, { notAfter: new Date(999).toISOString() }), 'TOO_LATE'],
    ['of no ticket', [stake], play.void('p1', 'other'), 'NOT_STAKED'],
    ['of the ticket of another player', [stake], play.void('p2', stake.id), 'NOT_STAKED'],
    ['of a ticket of another game', [stake], play.void('p1', stake.id, { gameId: 'other' }), 'NOT_STAKED'],
    ['of an account without a wallet', [stake], play.void('p3', stake.id), 'MISSING_WALLET'],
  ])('%s is rejected', (_what, before, posting, reason) => {
    const state = makeState()
    for (const each of before) post(state, each)
    const balances = [...state.wallets.values()].map(({ balance }) => balance)
    expect(outcomeOf(state, posting)).toBe(reason)
    expect([...state.wallets.values()].map(({ balance }) => balance)).toEqual(balances)
  })

  it('takes the stake out of the use of its day, and of no other', () => {
    const state = makeState()
    const late = play.stake('p1', 20)
    for (const each of [stake, late]) post(state, each)
    post(state, play.void('p1', stake.id))
    expect([used(state, 'p1'), used(state, 'master')]).toMatchObject([{ stakes: 20n }, { stakes: 20n }])
    post(state, play.stake('p1', 7), tomorrow)
    post(state, play.void('p1', late.id), tomorrow)
    const ofTomorrow = { day: tomorrow, stakes: 7n }
    expect([used(state, 'p1'), used(state, 'master')]).toMatchObject([ofTomorrow, ofTomorrow])
  })

  it('pays a suspended player, and the heir of a deleted one', () => {
    const state = makeState()
    const other = play.stake('p2', 40)
    for (const each of [stake, other]) post(state, each)
    const player = state.wallets.get('p1')
    if (player) state.wallets.set('p1', { ...player, status: 'frozen' })
    expect(outcomeOf(state, play.void('p1', stake.id))).toBe('accepted')
    decideNext(state, closing('p2', 'master'))
    expect(outcomeOf(state, play.void('p2', other.id))).toBe('accepted')
    expect(['p1', 'p2', 'master'].map(id => state.wallets.get(id)?.balance)).toEqual([100n, 0n, 100n])
  })
})

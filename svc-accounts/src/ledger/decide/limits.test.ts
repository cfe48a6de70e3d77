import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsForAll } from '../../testing/sequences'
import { postingHashOf, transferIdOfPosting } from '../ids'
import { type LimitChange, type Limits, limitsPlay, maxAt, readUse } from '../limits'
import { decideNext, stateWith, transfer } from '../testing/decisions'
import { postingsFor } from '../testing/play-requests'
import { someActor, walletRef } from '../testing/requests'
import type { LedgerState } from './ledger-state'

const offering = { adminId: 'admin', gameId: 'game' }
const play = postingsFor(offering)
const ancestry = { admin: 'admin', master: 'master' }
const hourMs = 3_600_000
const players = ['one', 'two'] as const

function makeState(): LedgerState {
  const rich = { balance: 10_000n }
  const state = stateWith({ admin: rich, master: rich, one: rich, two: rich })
  for (const id of players) state.players.set(id, { id, username: id, ancestry })
  return state
}

type Moment = { now: number; day: string }
const start: Moment = { now: 1_000, day: '2026-03-01' }
let changes = 0

const post = (state: LedgerState, posting: Parameters<typeof transferIdOfPosting>[0], { now, day }: Moment) =>
  decideNext(
    state,
    { request: { type: 'play', posting }, id: transferIdOfPosting(posting), hash: postingHashOf(posting) },
    now,
    { day },
  )
const outcomeOf = (decision: ReturnType<typeof decideNext>) =>
  decision.type === 'rejected' ? decision.reason : decision.type

function change(state: LedgerState, walletId: string, limits: LimitChange, { now, day }: Moment) {
  const request = { type: 'change' as const, walletId, limits }
  return decideNext(state, { request, id: `change-${changes++}`, hash: '' }, now, { day })
}

const versionsOf = (state: LedgerState, id: string) => {
  const { limits, scopeVersion = 0 } = state.wallets.get(id) ?? {}
  return { version: limits?.version ?? 0, scopeVersion }
}

type Maxima = { [N in keyof Limits]: Limits[N] | null }

/** As the ledger sets limits: an account above players begins to count, and then gets the day so far of those below. */
function setLimits(state: LedgerState, walletId: string, set: Maxima, moment: Moment) {
  const isPlayer = walletId !== 'master'
  const own = (id: string) => readUse(state.wallets.get(id) ?? {}, moment.day)
  const counting = `count-${changes}`
  if (!isPlayer && !limitsPlay(state.wallets.get(walletId)?.limits))
    change(state, walletId, { type: 'count', id: counting }, moment)
  const sumOf = (name: 'stakes' | 'wins') => players.reduce((sum, id) => sum + own(id)[name], 0n) - own(walletId)[name]
  const below = isPlayer ? undefined : { day: moment.day, counting, stakes: sumOf('stakes'), wins: sumOf('wins') }
  return change(
    state,
    walletId,
    { type: 'set', isPlayer, set, by: someActor, below, ...versionsOf(state, walletId) },
    moment,
  )
}

const amount = fc.integer({ min: 1, max: 40 })
const max = fc.option(fc.bigInt({ min: 0n, max: 120n }), { nil: null })
const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('stake'), player: fc.constantFrom(...players), amount }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('win'), amount: fc.integer({ min: -20, max: 60 }) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('give'), player: fc.constantFrom(...players), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('limit'),
      of: fc.constantFrom(...players, 'master'),
      set: fc.record({ stakeDayMax: max, lossDayMax: max, giveDayMax: max }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('midnight') }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** Bookings and limits in force; sums are computed for each question. */
type Model = {
  booked: { player: string; day: string; name: 'stakes' | 'wins' | 'gifts'; amount: bigint }[]
  limits: Record<string, Maxima>
}

function sumIn({ booked }: Model, name: string, day: string, of: string) {
  const isOf = (player: string) => of === player || of === 'master'
  return booked.reduce(
    (sum, each) => (each.name === name && each.day === day && isOf(each.player) ? sum + each.amount : sum),
    0n,
  )
}

function expectedOf(model: Model, player: string, stake: bigint, day: string) {
  const bounds = [player, 'master'].map(of => ({
    stakes: sumIn(model, 'stakes', day, of) + stake,
    wins: sumIn(model, 'wins', day, of),
    ...model.limits[of],
  }))
  const exceeds = (sum: bigint, limit: bigint | null | undefined) => limit != null && sum > limit
  if (bounds.some(({ stakes, stakeDayMax }) => exceeds(stakes, stakeDayMax))) return 'STAKE_LIMIT'
  if (bounds.some(({ stakes, wins, lossDayMax }) => exceeds(stakes - wins, lossDayMax))) return 'LOSS_LIMIT'
  return 'accepted'
}

function follow(operations: readonly Operation[]): void {
  const state = makeState()
  const model: Model = { booked: [], limits: {} }
  const open: { ticket: string; player: string; won: number }[] = []
  let moment = start
  for (const each of operations) {
    const { day } = moment
    if ('set' in each) {
      expect(outcomeOf(setLimits(state, each.of, each.set, moment))).toBe('accepted')
      model.limits[each.of] = each.set
    } else if ('player' in each && each.type === 'stake') {
      const posting = play.stake(each.player, each.amount)
      const outcome = outcomeOf(post(state, posting, moment))
      expect(outcome).toBe(expectedOf(model, each.player, BigInt(each.amount), day))
      if (outcome !== 'accepted') continue
      model.booked.push({ player: each.player, day, name: 'stakes', amount: BigInt(each.amount) })
      open.push({ ticket: posting.id, player: each.player, won: 0 })
    } else if ('player' in each) {
      const to = { ...walletRef(each.player), ancestry }
      const outcome = outcomeOf(
        decideNext(state, transfer({ from: 'master', to, amount: BigInt(each.amount) }), moment.now, { day }),
      )
      const gifts = sumIn(model, 'gifts', day, 'master') + BigInt(each.amount)
      const giveDayMax = model.limits.master?.giveDayMax
      expect(outcome).toBe(giveDayMax != null && gifts > giveDayMax ? 'GIVE_LIMIT' : 'accepted')
      if (outcome === 'accepted')
        model.booked.push({ player: 'master', day, name: 'gifts', amount: BigInt(each.amount) })
    } else if ('amount' in each) {
      const ticket = open[0]
      if (!ticket || ticket.won + each.amount < 0) continue
      open.push(...open.splice(0, 1))
      const settled = post(state, play.settle([[ticket.ticket, each.amount]], each.amount < 0 ? 2 : 1), moment)
      expect(outcomeOf(settled)).toBe('accepted')
      ticket.won += each.amount
      model.booked.push({ player: ticket.player, day, name: 'wins', amount: BigInt(each.amount) })
    } else {
      moment = { now: moment.now + 24 * hourMs, day: `2026-03-${String(Number(day.slice(8)) + 1).padStart(2, '0')}` }
    }
  }
}

const inWords = (operations: readonly Operation[]) =>
  operations.map(one => JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))

describe('limits of accounts', () => {
  it('reject exactly what exceeds them, for the player and for the sum of those below, in any sequence', async () => {
    await holdsForAll({ operation, minLength: 5, maxLength: 60, runs: 200 }, follow, inWords)
  })

  it('bound balances, but not wins and returns', () => {
    const state = makeState()
    setLimits(state, 'one', { balanceMax: 10_050n }, start)
    const give = (amount: bigint) => decideNext(state, transfer({ from: 'admin', to: 'one', amount }))
    expect(give(51n)).toMatchObject({ reason: 'BALANCE_LIMIT', left: 50n })
    expect(outcomeOf(give(50n))).toBe('accepted')
    const bet = play.stake('one', 1)
    for (const posting of [bet, play.settle([[bet.id, 90]]), play.claim('one', [[bet.id, 90]])])
      expect(outcomeOf(post(state, posting, start))).toBe('accepted')
    expect(state.wallets.get('one')?.balance).toBe(10_139n)
  })

  it('count what is given downwards whoever sends it, and not what goes up', () => {
    const state = makeState()
    setLimits(state, 'master', { giveDayMax: 100n }, start)
    const toPlayer = { ...walletRef('one'), ancestry }
    const send = (draft: Partial<Parameters<typeof transfer>[0]>) =>
      outcomeOf(decideNext(state, transfer({ from: 'master', to: toPlayer, amount: 60n, ...draft })))
    expect(send({ to: { ...walletRef('admin'), ancestry: {} } })).toBe('accepted')
    expect(send({ actor: { id: 'admin', username: 'admin', role: 'admin' } })).toBe('accepted')
    expect(send({ amount: 41n })).toBe('GIVE_LIMIT')
    expect(send({ amount: 40n })).toBe('accepted')
  })

  it('stop all transfers of an account that may not transfer, and leave those of others to it', () => {
    const state = makeState()
    setLimits(state, 'master', { mayTransfer: false }, start)
    const [up, down] = [
      { ...walletRef('master'), ancestry: { admin: 'admin' } },
      { ...walletRef('one'), ancestry },
    ]
    const by = (id: string) => ({ actor: { id, username: id, role: 'master' }, amount: 1n })
    const outcome = (draft: Parameters<typeof transfer>[0]) => outcomeOf(decideNext(state, transfer(draft)))
    expect(outcome({ from: 'master', to: down, ...by('master') })).toBe('TRANSFER_OFF')
    expect(outcome({ from: down, to: 'master', ...by('master') })).toBe('TRANSFER_OFF')
    expect(outcome({ from: 'master', to: down, ...by('admin') })).toBe('TRANSFER_OFF')
    expect(outcome({ from: 'admin', to: up, ...by('admin') })).toBe('accepted')
    expect(outcome({ from: up, to: 'admin', ...by('admin') })).toBe('accepted')
  })

  it('are not set on an older version, nor without the day so far of the players below', () => {
    const state = makeState()
    const set = { type: 'set' as const, set: { stakeDayMax: 10n }, by: someActor, ...versionsOf(state, 'master') }
    expect(outcomeOf(change(state, 'one', { ...set, isPlayer: true }, start))).toBe('accepted')
    expect(outcomeOf(change(state, 'one', { ...set, isPlayer: true }, start))).toBe('SCOPE_CHANGED')
    expect(outcomeOf(change(state, 'master', { ...set, isPlayer: false }, start))).toBe('SCOPE_CHANGED')
    change(state, 'master', { type: 'count', id: 'c' }, start)
    const below = { day: '2026-02-28', counting: 'c', stakes: 0n, wins: 0n }
    expect(outcomeOf(change(state, 'master', { ...set, isPlayer: false, below }, start))).toBe('SCOPE_CHANGED')
    const right = { ...below, day: start.day }
    const other = { ...right, counting: 'other' }
    expect(outcomeOf(change(state, 'master', { ...set, isPlayer: false, below: other }, start))).toBe('SCOPE_CHANGED')
    expect(outcomeOf(change(state, 'master', { ...set, isPlayer: false, below: right }, start))).toBe('accepted')
    expect(outcomeOf(change(state, 'master', { type: 'count', id: 'd' }, start))).toBe('SCOPE_CHANGED')
  })
})

describe("a player's own limits", () => {
  const later = (hours: number): Moment => ({ ...start, now: start.now + hours * hourMs })
  const bet = (state: LedgerState, stake: number, hours = 0) =>
    outcomeOf(post(state, play.stake('one', stake), later(hours)))
  const own = (state: LedgerState, stakeDayMax: bigint | null, hours = 0) =>
    change(state, 'one', { type: 'own', set: { stakeDayMax } }, later(hours))

  it('tighten at once and relax after 24 hours, which a repetition does not restart', () => {
    const state = makeState()
    own(state, 50n)
    own(state, 30n)
    expect(bet(state, 31)).toBe('STAKE_LIMIT')
    own(state, null, 1)
    own(state, null, 20)
    expect(bet(state, 31, 24)).toBe('STAKE_LIMIT')
    expect(bet(state, 31, 25)).toBe('accepted')
  })

  it('forget a later relaxation when they are tightened', () => {
    const state = makeState()
    own(state, 30n)
    own(state, 90n, 1)
    own(state, 20n, 2)
    expect(maxAt(state.wallets.get('one')?.own?.stakeDayMax, later(100).now)).toBe(20n)
  })

  it('pause for times 24 hours, and never end earlier', () => {
    const state = makeState()
    change(state, 'one', { type: 'pause', days: 2 }, start)
    change(state, 'one', { type: 'pause', days: 1 }, later(1))
    expect(bet(state, 1, 47)).toBe('PAUSED')
    expect(bet(state, 1, 48)).toBe('accepted')
  })
})

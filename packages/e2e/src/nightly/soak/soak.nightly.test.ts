import { randomInt } from 'node:crypto'
import { createRandom } from '@cascade/load/random'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, openBank } from '../../faults/bank/bank'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import { type AuditedDraw, createChainReader } from '../../faults/play/audit'
import { learnOutcomes, startBettors } from '../../faults/play/bettors'
import { correctBack, correctSome } from '../../faults/play/corrections'
import { makePlayWorld, type PlayWorld, signInAgain } from '../../faults/play/play-world'
import { findZoneAtNoon } from '../../faults/play/time-zone'
import { createAccount } from '../../support/world'
import { type Books, openBooks } from './books'
import { injectFaults, listFaults, longPauses, planRound, shortPauses } from './fault-injection'
import { createRecord } from './record'

/** 0 runs a single round, with every fault once. */
const minutes = Number(process.env.SOAK_MINUTES ?? 0)
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
const pauses = minutes > 0 ? longPauses : shortPauses
const betsPerRound = minutes > 0 ? 1_500 : 1_000
const betPauseMs = 150
const transfers = { callers: 2, pauseMs: 200 }
const playersPerAdmin = 12
const limitMs = 600_000 + minutes * 2 * 60_000
const patience = { timeout: 120_000, interval: 250 }

const random = createRandom(seed)
const record = createRecord()
let own: DisposableSuite
let world: PlayWorld
let bank: Bank
let books: Books

// Each retry starts a new suite, so earlier bookings do not interfere.
beforeEach(async () => {
  const env = { BUSINESS_ZONE: findZoneAtNoon(), RATE_LOGIN_PER_MINUTE: '1000' }
  own = await startDisposableSuite({ instances: { live: 2, accounts: 2 }, env, hasClocks: true })
  world = await makePlayWorld(own.api, playersPerAdmin)
  bank = openBank(own.api, world.superadmin)
  await bank.issue(1_000_000)
  books = openBooks(own.api, world, own.rows)
}, 240_000)
afterEach(() => own?.stop())

describe('the suite', () => {
  it(`books, draws and pays exactly once while processes are killed, paused, disconnected and restarted (SEED=${seed})`, {
    timeout: limitMs,
  }, async () => {
    const until = Date.now() + minutes * 60_000
    const chains = createChainReader(own.api, world)
    let draws: readonly AuditedDraw[] = []
    for (let round = 1; round === 1 || Date.now() < until; round++) {
      await signInAgain(own.api, world)
      draws = await playRound(round)
      record.set('draw records, chained', await chains.expectContinues())
      record.set('wallet entries, without gaps', await own.rows.expectEntriesChain())
      record.set('rounds passed', round)
      say(`round ${round} passed`)
    }
    await correctAndBack(draws)
    process.stdout.write(`\nSEED=${seed}\n${record.table()}`)
  })
})

/** Runs bets and transfers under faults, then checks everything. @returns the draws of this round */
async function playRound(round: number): Promise<readonly AuditedDraw[]> {
  const admin = await createAccount(own.api, world.superadmin, 'admin', world.superadmin.user._id)
  const bets = startBettors(own.api, world, random, { pauseMs: betPauseMs, name: `round-${round}` })
  const money = bank.startLoad(admin._id, transfers)
  const waitForMore = async () => {
    const since = Date.now()
    const target = bets.booked() + 5
    const more = expect.poll(() => bets.booked(), { ...patience, message: 'no more bets are booked' })
    await Promise.all([more.toBeGreaterThanOrEqual(target), money.waitForMore(1)])
    return Date.now() - since
  }
  await waitForMore()
  const plan = planRound(selectFaults(), random)
  say(`round ${round}: ${plan.map(together => together.map(({ what }) => what).join(' + ')).join(', ')}`)
  await injectFaults(plan, random, { waitForMore, onRecovered: record.survive, pauses })
  await expect.poll(() => bets.booked(), { timeout: limitMs }).toBeGreaterThanOrEqual(betsPerRound)
  await bets.stop()
  const attempts = await money.stop()

  const unknown = bets.attempts.filter(({ outcome }) => outcome === 'unknown')
  await learnOutcomes(own.api, unknown)
  const booked = bets.attempts.filter(({ outcome }) => outcome === 'booked')
  await bank.expectEachOnce(admin._id, attempts)
  await bank.expectRejectedLeavesNoTrace(admin._id, own.rows)
  const draws = await books.close(booked)
  record.add('bets requested', bets.attempts.length)
  record.add('bets booked once', booked.length)
  record.add('bets with initially unknown outcome', unknown.length)
  record.add('transfers requested and booked once', attempts.length)
  record.add('transfers initially unsuccessful', attempts.filter(({ status }) => status !== 200).length)
  record.add('draws with bets, recomputed', draws.length)
  return draws
}

/** A short run skips processes without bets or bookings, and the clocks of additional instances. */
function selectFaults() {
  const all = listFaults(own, pauses)
  if (minutes > 0) return all
  const clocks = ['gateway', 'svc-accounts', 'svc-live'].map(name => `clock of ${name}`)
  const isBusiness = (name: string) =>
    name.startsWith('clock') ? clocks.includes(name) : !['gateway', 'svc-games', 'svc-reports'].includes(name)
  return new Map([...all].filter(([name]) => isBusiness(name)))
}

async function correctAndBack(draws: readonly AuditedDraw[]) {
  const corrected = await correctSome(own.api, books.adminOf, draws, random)
  await books.allPlayersClaim()
  await books.expectConserved()
  await correctBack(own.api, books.adminOf, corrected)
  await books.expectBalances()
  await books.expectConserved()
  await createChainReader(own.api, world).expectContinues()
  record.add('draws corrected and reverted', corrected.length)
}

const say = (text: string) => process.stdout.write(`  ${text}\n`)

import { type Background, busy, type Lease, quietMs, sleep, startLoop } from '@cascade/service-kit'
import { createBetQueue } from '../betting/bet-queue'
import { createStakedDraws, setPool } from '../betting/open-draws'
import { createPairs } from '../betting/open-offerings'
import { type BetParts, placeBet } from '../betting/place-bet'
import { createPlayerDays } from '../betting/player-days'
import { createRecentBets } from '../betting/recent-bets'
import type { BaseDeps, Engine } from '../deps'
import type { Booked } from '../ledger/client'
import { passFence } from '../ledger/fencing-token'
import { createFates } from '../ledger/keyed-runner'
import type { JobRow } from '../payout/job-store'
import { startPayments } from '../payout/payments'
import { settleDraw } from '../payout/settle'
import { closeLocked } from './closing'
import { createDayWins } from './day-wins'
import { createDrawRounds, createOpenRows } from './rounds'

/**
 * The lease of the engine. Money does not depend on it: the ledger books each request once, and refuses a bet that is
 * later than the lease of whoever sent it.
 */
export const engineLease = 'engine'
/** So long no bets are taken after its holder was killed. */
export const engineLeaseMs = 6_000

const lookEveryMs = 100
const restMs = 1_000
const leastRestMs = 10
const settleEveryMs = 1_000
const takeEveryMs = 1_000
/** What is left of the lease is always longer than the ledger takes to answer a bet. */
const renewEveryMs = 1_500
const sweepEveryMs = 1_000
/** Draws that lock at the same moment are closed together. */
const closingsAtOnce = 500
const jobsAtOnce = 8
/** Bets whose outcome is not known by then are left to whoever comes next. */
const stopMs = 3_000

/**
 * Takes bets, closes, draws and settles, in the one instance that holds the lease. Its memory is what the projections
 * hold and what is on its way to the ledger: a new holder first reads the ledger's feed up to the point behind which
 * nothing of its predecessor can come.
 */
export function startEngine(deps: BaseDeps, lease: Lease): Engine {
  const { ledger, logger } = deps
  const pairs = createPairs(deps)
  const staked = createStakedDraws()
  const dayWins = createDayWins(deps, pairs)
  const queue = createBetQueue(ledger, logger)
  const playerDays = createPlayerDays(deps.totals)
  const recent = createRecentBets(deps)
  const hasBets = () => staked.isAnyDue(Number.POSITIVE_INFINITY)
  const openRows = createOpenRows(deps.draws, hasBets)
  const rounds = createDrawRounds({ deps, pairs, staked, openRows, onDrawn: () => settling.wake() })
  const closings = createFates({ atOnce: closingsAtOnce, logger, name: 'closing a draw' })
  const settlements = createFates({ atOnce: jobsAtOnce, logger, name: 'settling a draw' })
  const parts: BetParts = { deps, lease, pairs, staked, playerDays, queue, recent }
  /** The term in which this instance works; undefined while another does, or none. */
  let term: number | undefined
  let stopping = false
  let hasJobs = false

  const isOpen = () => term !== undefined && lease.isHeld() && !stopping

  async function keepLease(signal: AbortSignal): Promise<undefined> {
    if (term !== undefined && !(await lease.renew())) leave()
    if (term === undefined && !stopping) {
      const taken = await lease.take()
      if (taken !== undefined) await enter(taken, signal)
    }
  }

  async function enter(taken: number, signal: AbortSignal) {
    logger.info({ term: taken }, 'taking over the engine')
    const renewing = renewWhile(signal)
    try {
      await passFence(deps, taken, signal)
      if (lease.isHeld()) term = taken
    } finally {
      renewing.stop()
    }
    if (term === undefined) return
    logger.info({ term }, 'the engine runs here')
    wakeLooks()
    settling.wake()
  }

  function wakeLooks() {
    closing.wake()
    draws.wake()
  }

  /** The next moment of a game; where nobody has bet nothing happens before it. */
  function untilNextMs(): number {
    const longestMs = isOpen() && !openRows.isIdle() ? lookEveryMs : restMs
    const nowMs = deps.clock.now()
    const moments = deps.catalogue.active().map(game => deps.catalogue.openDraw(game, nowMs).drawAtMs)
    return Math.max(leastRestMs, Math.min(longestMs, ...moments.map(momentMs => momentMs - nowMs)))
  }

  /** Reading the feed may take longer than the lease lasts. */
  function renewWhile(signal: AbortSignal) {
    const done = new AbortController()
    const both = AbortSignal.any([signal, done.signal])
    void (async () => {
      while (!both.aborted) {
        await sleep(renewEveryMs, both)
        if (!both.aborted) await lease.renew().catch(() => false)
      }
    })()
    return { stop: () => done.abort() }
  }

  function leave() {
    logger.warn({ term }, 'the engine runs elsewhere now')
    term = undefined
    pairs.forgetAll()
    staked.clear()
    recent.clear()
    dayWins.clear()
    openRows.forget()
    playerDays.clear()
  }

  async function settle(): Promise<undefined> {
    const jobs = isOpen() ? await deps.jobs.open() : []
    hasJobs = jobs.length > 0
    for (const { _id } of jobs) {
      settlements.start(_id, signal => (isOpen() ? settleDraw({ deps, onPaid }, _id, signal) : Promise.resolve()))
    }
  }

  function onPaid(job: JobRow, { poolBalance, seq }: Booked) {
    dayWins.paid(job, seq)
    const pair = pairs.find(job)
    if (pair) setPool(pair, BigInt(poolBalance), seq)
  }

  /** A stop counts at once where it was set, and within a second should its message have been lost. */
  async function refreshStops() {
    const open = pairs.all()
    const stops = open.length > 0 ? await deps.stops.ofPairs(open) : new Map()
    for (const pair of open) {
      const { game, admin, everywhere } = pair.stops
      const now = stops.get(pair.key) ?? pair.stops
      pair.stops = now
      if (game !== now.game || admin !== now.admin || everywhere !== now.everywhere) pair.feed.figures = true
    }
  }

  const leaseEveryMs = () => (isOpen() ? renewEveryMs : takeEveryMs)
  const leasing = startLoop(keepLease, { everyMs: leaseEveryMs, logger, name: 'engine lease' })
  // Apart from the draws: those that nobody bet on go on while the ledger is away.
  const closing = startLoop(
    async () => {
      if (isOpen()) await closeLocked({ deps, pairs, staked, openRows, closings })
      return undefined
    },
    { everyMs: () => (openRows.isIdle() ? restMs : lookEveryMs), logger, name: 'closing' },
  )
  const draws = startLoop(
    async () => {
      if (isOpen()) await rounds.look()
      return undefined
    },
    { everyMs: untilNextMs, logger, name: 'draws' },
  )
  const jobsEveryMs = () => (hasJobs ? settleEveryMs : quietMs)
  const settling = startLoop(settle, { everyMs: jobsEveryMs, logger, name: 'settlement' })
  const paying = startPayments(deps, isOpen)
  const retrying = deps.aside.startRetries(ledger.askAlone, isOpen)
  const sweeping = startLoop(
    async () => {
      await refreshStops()
      await dayWins.catchUp()
      if (playerDays.size() > 0) playerDays.projectedUpTo(await deps.playSeq())
      pairs.forgetIdle()
      return undefined
    },
    { everyMs: sweepEveryMs, logger, name: 'engine memory' },
  )

  return {
    isOpen,
    pairs,
    term: () => term,

    async placeBet(call) {
      if (!isOpen()) throw busy()
      const placed = placeBet(parts, call)
      return openRows.isIdle() ? placed.finally(wakeLooks) : placed
    },

    wakeSettlement: () => settling.wake(),

    async refresh(adminId, gameId, pool) {
      // Nothing but a stop is about all pairs.
      if (adminId === null && gameId === null) return refreshStops()
      // Another instance may have corrected a result.
      settling.wake()
      const meant = pairs
        .all()
        .filter(pair => (adminId === null || pair.adminId === adminId) && (gameId === null || pair.gameId === gameId))
      await Promise.all(meant.map(pair => pairs.refresh(pair)))
      if (pool) for (const pair of meant) setPool(pair, pool.balance, pool.seq)
    },

    figures: () => ({ pairs: pairs.size(), bets: queue.depth(), players: playerDays.size() }),

    /** Ends what is under way, then gives the lease back. */
    async stop() {
      stopping = true
      await Promise.race([queue.idle(), sleep(stopMs)])
      const loops: Background[] = [leasing, closing, draws, settling, paying, retrying, sweeping]
      await Promise.all([...loops, closings, settlements].map(part => part.stop()))
      // A bet that may still be booked is booked within the lease: whoever comes next must not begin before its end.
      const isIdle = queue.depth() === 0
      await queue.stop()
      if (isIdle) await lease.drop().catch(() => undefined)
    },
  }
}

import { type Background, busy, createKeyedRunner, idleMs, type Lease, sleep, startLoop } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { createBetQueue } from '../betting/bet-queue'
import { createStakedDraws, setPool } from '../betting/open-draws'
import { createOpenOfferings } from '../betting/open-offerings'
import { type BetContext, placeBet } from '../betting/place-bet'
import { createPlayerDays } from '../betting/player-days'
import type { BetAnswer, BetCall } from '../betting/read-bet'
import { createRecentBets } from '../betting/recent-bets'
import { createVoids, type VoidAnswer, type VoidCall } from '../betting/void-ticket'
import type { BookedPosting } from '../ledger/client'
import { acquireFencingToken } from '../ledger/fencing-token'
import { startPayments } from '../payout/payments'
import type { PayoutRun } from '../payout/payout-run-store'
import { settleDraw } from '../payout/settle'
import { closeLocked } from './closing'
import { createDayWins } from './day-wins'
import { createDrawRounds, createOpenDrawCache } from './rounds'

/** Advisory: the ledger books each request once and rejects bets later than the sender's lease. */
export const engineLease = 'engine'
/** No bets are taken for this long after the leader was killed. */
export const engineLeaseMs = 6_000

const pollEveryMs = 100
const idlePollEveryMs = 1_000
const pollEveryMsMin = 10
const settleEveryMs = 1_000
const acquireEveryMs = 1_000
/** The remaining lease is always longer than the ledger takes to answer a bet. */
const renewEveryMs = 1_500
const sweepEveryMs = 1_000
/** Draws that lock at the same time close concurrently. */
const concurrentClosingsMax = 500
const concurrentPayoutsMax = 8
/** Bets still pending then are left to the next leader. */
const stopTimeoutMs = 3_000

/** Pool balance after a posting, with the posting's sequence number. */
export type PoolState = { balance: bigint; seq: number }

export type Engine = ReturnType<typeof startEngine>

/**
 * Takes bets, closes, draws and settles, on the one instance that holds the lease. Its memory is the projections plus
 * what is in flight: a new leader first waits until the projections include everything its predecessor can have booked.
 */
export function startEngine(deps: BaseDeps, lease: Lease) {
  const { ledger, logger } = deps
  const offerings = createOpenOfferings(deps)
  const staked = createStakedDraws()
  const dayWins = createDayWins(deps, offerings)
  const queue = createBetQueue(ledger, logger)
  const playerDays = createPlayerDays(deps.totals)
  const recent = createRecentBets(deps)
  const hasBets = () => staked.isAnyDue(Number.POSITIVE_INFINITY)
  const openDraws = createOpenDrawCache(deps.draws, hasBets)
  const rounds = createDrawRounds({
    deps,
    offerings,
    staked,
    openDraws,
    onDrawn: () => settling.notify(),
  })
  const closings = createKeyedRunner({ concurrency: concurrentClosingsMax, logger, name: 'closing a draw' })
  const settlements = createKeyedRunner({ concurrency: concurrentPayoutsMax, logger, name: 'settling a draw' })
  const betContext: BetContext = { deps, lease, offerings, staked, playerDays, queue, recent }
  const voids = createVoids(betContext)
  let term: number | undefined
  let stopping = false
  let hasRuns = false

  const isOpen = () => term !== undefined && lease.isHeld() && !stopping

  async function keepLease(signal: AbortSignal): Promise<undefined> {
    if (term !== undefined && !(await lease.renew())) resign()
    if (term === undefined && !stopping) {
      const newTerm = await lease.acquire()
      if (newTerm !== undefined) await becomeLeader(newTerm, signal)
    }
  }

  async function becomeLeader(newTerm: number, signal: AbortSignal) {
    logger.info({ term: newTerm }, 'taking over the engine')
    const renewing = keepRenewing(signal)
    try {
      await acquireFencingToken(deps, newTerm, signal)
      if (lease.isHeld()) term = newTerm
    } finally {
      renewing.stop()
    }
    if (term === undefined) return
    logger.info({ term }, 'engine started on this instance')
    notifyLoops()
    settling.notify()
    paying.notify()
  }

  function notifyLoops() {
    closing.notify()
    draws.notify()
  }

  function untilNextMs(): number {
    const pollMsMax = isOpen() && !openDraws.isIdle() ? pollEveryMs : idlePollEveryMs
    const nowMs = deps.clock.now()
    const drawTimesMs = deps.catalog.active().map(game => deps.catalog.openDraw(game, nowMs).drawAtMs)
    return Math.max(pollEveryMsMin, Math.min(pollMsMax, ...drawTimesMs.map(drawAtMs => drawAtMs - nowMs)))
  }

  /** Catching up with the feed may take longer than the lease lasts. */
  function keepRenewing(signal: AbortSignal) {
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

  function resign() {
    logger.warn({ term }, 'lost the engine lease')
    term = undefined
    offerings.clear()
    staked.clear()
    recent.clear()
    voids.clear()
    dayWins.clear()
    openDraws.clear()
    playerDays.clear()
  }

  async function settle(): Promise<undefined> {
    const runs = isOpen() ? await deps.payoutRuns.listOpen() : []
    hasRuns = runs.length > 0
    for (const { _id } of runs) {
      settlements.start(_id, signal => (isOpen() ? settleDraw({ deps, onPaid }, _id, signal) : Promise.resolve()))
    }
  }

  function onPaid(run: PayoutRun, { poolBalance, seq }: BookedPosting) {
    dayWins.recordPaid(run, seq)
    const offering = offerings.find(run)
    if (offering) setPool(offering, BigInt(poolBalance), seq)
  }

  /** A stop applies at once where it was set, and within a second if its notification was lost. */
  async function refreshStops() {
    const open = offerings.all()
    const stops = open.length > 0 ? await deps.stops.findByOffering(open) : new Map()
    for (const offering of open) {
      const { game, admin, everywhere } = offering.stops
      const now = stops.get(offering.key) ?? offering.stops
      offering.stops = now
      if (game !== now.game || admin !== now.admin || everywhere !== now.everywhere) offering.feed.figures = true
    }
  }

  const leaseEveryMs = () => (isOpen() ? renewEveryMs : acquireEveryMs)
  const leasing = startLoop(keepLease, { everyMs: leaseEveryMs, logger, name: 'engine lease' })
  // A loop of its own: draws without bets go on during a ledger outage.
  const closing = startLoop(
    async () => {
      if (isOpen()) await closeLocked({ deps, offerings, staked, openDraws, closings })
      return undefined
    },
    { everyMs: () => (openDraws.isIdle() ? idlePollEveryMs : pollEveryMs), logger, name: 'closing' },
  )
  const draws = startLoop(
    async () => {
      if (isOpen()) await rounds.run()
      return undefined
    },
    { everyMs: untilNextMs, logger, name: 'draws' },
  )
  const runsEveryMs = () => (hasRuns ? settleEveryMs : idleMs)
  const settling = startLoop(settle, { everyMs: runsEveryMs, logger, name: 'settlement' })
  const paying = startPayments(deps, isOpen)
  const retrying = deps.deadLetters.startRetries(ledger.postAlone, isOpen)
  const sweeping = startLoop(
    async () => {
      await refreshStops()
      await dayWins.catchUp()
      if (playerDays.isNearlyFull()) playerDays.setProjectedSeq(await deps.playSeq())
      offerings.evictIdle()
      return undefined
    },
    { everyMs: sweepEveryMs, logger, name: 'engine memory' },
  )

  return {
    isOpen,
    offerings,
    /** Term of this instance's leadership; undefined while it does not lead. */
    term: () => term,

    /** @throws AppError UNAVAILABLE while this instance does not lead; nothing was done */
    async placeBet(call: BetCall): Promise<BetAnswer> {
      if (!isOpen()) throw busy()
      const placed = placeBet(betContext, call)
      return openDraws.isIdle() ? placed.finally(notifyLoops) : placed
    },

    /** @throws AppError UNAVAILABLE while this instance does not lead; nothing was done */
    async voidTicket(call: VoidCall): Promise<VoidAnswer> {
      if (!isOpen()) throw busy()
      return voids.voidTicket(call)
    },

    notifySettlement: () => settling.notify(),

    /** Reloads what another instance has changed; null means all. */
    async refresh(adminId: string | null, gameId: string | null, pool?: PoolState): Promise<void> {
      deps.announceDraws([{ adminId, gameId }])
      // Only a stop concerns all offerings.
      if (adminId === null && gameId === null) return refreshStops()
      // Another instance may have corrected a result.
      settling.notify()
      const affected = offerings
        .all()
        .filter(
          offering =>
            (adminId === null || offering.adminId === adminId) && (gameId === null || offering.gameId === gameId),
        )
      await Promise.all(affected.map(offering => offerings.refresh(offering)))
      if (pool) for (const offering of affected) setPool(offering, pool.balance, pool.seq)
    },

    figures: () => ({ offerings: offerings.size(), bets: queue.depth(), players: playerDays.size() }),

    async stop(): Promise<void> {
      stopping = true
      await Promise.race([queue.idle(), sleep(stopTimeoutMs)])
      voids.clear()
      const loops: Background[] = [leasing, closing, draws, settling, paying, retrying, sweeping]
      await Promise.all([...loops, closings, settlements].map(part => part.stop()))
      // A pending bet may be booked until the lease ends: the next leader must not begin before.
      const isIdle = queue.depth() === 0
      await queue.stop()
      if (isIdle) await lease.release().catch(() => undefined)
    },
  }
}

import { type Board, type LiveGame, liveInternal } from '@cascade/contracts/live'
import {
  AppError,
  busy,
  type InternalClient,
  type Lease,
  outcomeUnknown,
  sleep,
  wasNotReached,
} from '@cascade/service-kit'
import type { z } from 'zod'
import type { BetAnswer, BetCall } from '../betting/read-bet'
import type { Engine, PoolState } from './engine'

const leaderCacheMs = 500
/** How long a bet waits for a leader: longer than a graceful handover takes. */
const leaderWaitMsMax = 4_000
const retryEveryMs = 100

type Internal = typeof liveInternal

type LeaderOptions = {
  engine: Engine
  lease: Pick<Lease, 'holder'>
  call: InternalClient
  url: string
}

/** Calls that only the leader can answer: handled locally if this instance leads, else forwarded. */
export function createLeaderClient({ engine, lease, call, url: ownUrl }: LeaderOptions) {
  let cached: { url: string | undefined; readAtMs: number } | undefined

  /** @throws AppError UNAVAILABLE without a leader, or while this instance is taking over */
  async function leaderUrl(): Promise<string> {
    const nowMs = performance.now()
    if (!cached || nowMs - cached.readAtMs > leaderCacheMs) {
      cached = { url: (await lease.holder())?.url, readAtMs: nowMs }
    }
    if (!cached.url || cached.url === ownUrl) throw busy()
    return cached.url
  }

  /** @returns undefined when no instance takes bets; nothing was done then */
  async function placeOnce(bet: BetCall) {
    if (engine.isOpen()) return engine.placeBet(bet)
    try {
      return await call(liveInternal.placeBet, { url: await leaderUrl(), body: bet, requestId: bet.requestId })
    } catch (error) {
      if (wasNotReached(error) || isBusy(error)) return undefined
      throw isTimeout(error) ? outcomeUnknown({ transferId: bet.ticketId, reason: 'TIMED_OUT' }) : error
    }
  }

  return {
    isHere: engine.isOpen,

    /** @throws AppError OUTCOME_UNKNOWN when the leader accepted the bet and did not answer */
    async placeBet(bet: BetCall): Promise<BetAnswer> {
      const deadline = performance.now() + leaderWaitMsMax
      for (;;) {
        const placed = await placeOnce(bet)
        if (placed !== undefined) return placed
        if (performance.now() > deadline) throw busy()
        await sleep(retryEveryMs)
      }
    },

    async snapshot(body: Omit<z.output<Internal['snapshot']['body']>, 'isFinal'>): Promise<LiveGame> {
      return call(liveInternal.snapshot, { url: await leaderUrl(), body: { ...body, isFinal: true } })
    },

    async exposure(adminIds: readonly string[] | null) {
      const body = { adminIds: adminIds && [...adminIds], isFinal: true }
      return call(liveInternal.exposure, { url: await leaderUrl(), body })
    },

    async board(body: z.output<Internal['board']['body']>): Promise<Board> {
      return call(liveInternal.board, { url: await leaderUrl(), body })
    },

    /**
     * Notifies the leader of a committed change. Best effort: a failure must not fail the call, and the leader reloads
     * everything with the next draw.
     */
    async notifyChange(adminId: string | null, gameId: string | null, pool?: PoolState): Promise<void> {
      if (engine.isOpen()) return engine.refresh(adminId, gameId, pool).catch(() => undefined)
      const poolBody = pool && { balance: String(pool.balance), seq: pool.seq }
      await leaderUrl()
        .then(url =>
          call(liveInternal.refresh, { url, body: { adminId, gameId, ...(poolBody && { pool: poolBody }) } }),
        )
        .catch(() => undefined)
    },
  }
}

const isBusy = (error: unknown) =>
  error instanceof AppError && error.code === 'UNAVAILABLE' && error.reason === undefined
const isTimeout = (error: unknown) => error instanceof AppError && error.reason === 'SERVICE_AWAY'

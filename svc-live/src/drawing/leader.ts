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
import type { VoidAnswer, VoidCall } from '../betting/void-ticket'
import type { Engine, PoolState } from './engine'

const leaderCacheMs = 500
/** How long a bet or void waits for a leader: longer than a graceful handover takes. */
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

  type Change<T> = { here: () => Promise<T>; there: (url: string) => Promise<T>; transferId?: string }

  /** @returns undefined when no instance leads; nothing was done then */
  async function changeOnce<T>({ here, there, transferId }: Change<T>): Promise<T | undefined> {
    if (engine.isOpen()) return here()
    try {
      return await there(await leaderUrl())
    } catch (error) {
      if (wasNotReached(error) || isBusy(error)) return undefined
      throw isTimeout(error) ? outcomeUnknown({ ...(transferId && { transferId }), reason: 'TIMED_OUT' }) : error
    }
  }

  /** @throws AppError OUTCOME_UNKNOWN when the leader accepted the call and did not answer */
  async function change<T>(one: Change<T>): Promise<T> {
    const deadline = performance.now() + leaderWaitMsMax
    for (;;) {
      const changed = await changeOnce(one)
      if (changed !== undefined) return changed
      if (performance.now() > deadline) throw busy()
      await sleep(retryEveryMs)
    }
  }

  return {
    isHere: engine.isOpen,

    placeBet: (bet: BetCall): Promise<BetAnswer> =>
      change({
        here: () => engine.placeBet(bet),
        there: url => call(liveInternal.placeBet, { url, body: bet, requestId: bet.requestId }),
        transferId: bet.ticketId,
      }),

    voidTicket: (body: VoidCall): Promise<VoidAnswer> =>
      change({
        here: () => engine.voidTicket(body),
        there: url => call(liveInternal.voidTicket, { url, body, requestId: body.requestId }),
      }),

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

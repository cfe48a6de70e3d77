import { liveInternal } from '@cascade/contracts/live'
import {
  AppError,
  busy,
  type InternalClient,
  type Lease,
  outcomeUnknown,
  sleep,
  wasNotReached,
} from '@cascade/service-kit'
import type { Engine, Leader } from '../deps'

const leaderCacheMs = 500
/** How long a bet waits for a leader: longer than a graceful handover takes. */
const leaderWaitMsMax = 4_000
const retryEveryMs = 100

type LeaderOptions = {
  engine: Engine
  lease: Pick<Lease, 'holder'>
  call: InternalClient
  url: string
}

export function createLeaderClient({ engine, lease, call, url: ownUrl }: LeaderOptions): Leader {
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
  async function placeOnce(bet: Parameters<Leader['placeBet']>[0]) {
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

    async placeBet(bet) {
      const deadline = performance.now() + leaderWaitMsMax
      for (;;) {
        const placed = await placeOnce(bet)
        if (placed !== undefined) return placed
        if (performance.now() > deadline) throw busy()
        await sleep(retryEveryMs)
      }
    },

    async snapshot(body) {
      return call(liveInternal.snapshot, { url: await leaderUrl(), body: { ...body, isFinal: true } })
    },

    async exposure(adminIds) {
      const body = { adminIds: adminIds && [...adminIds], isFinal: true }
      return call(liveInternal.exposure, { url: await leaderUrl(), body })
    },

    async board(body) {
      return call(liveInternal.board, { url: await leaderUrl(), body })
    },

    async notifyChange(adminId, gameId, pool) {
      // The change is committed: a failed notification must not fail the call.
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

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
import type { Engine, Holder } from '../deps'

const holderFreshMs = 500
/** So long a bet waits for an instance that takes it: longer than one that ends needs to hand the engine over. */
const waitMs = 4_000
const lookAgainMs = 100

type HolderParts = {
  engine: Engine
  lease: Pick<Lease, 'holder'>
  call: InternalClient
  url: string
}

/** Calls that only the holder of the engine can answer: here when that is this instance, else at the holder's address. */
export function createHolder({ engine, lease, call, url: ownUrl }: HolderParts): Holder {
  let known: { url: string | undefined; readAtMs: number } | undefined

  /** @throws AppError UNAVAILABLE while nobody holds it, or this instance is still taking it over */
  async function holderUrl(): Promise<string> {
    const nowMs = performance.now()
    if (!known || nowMs - known.readAtMs > holderFreshMs) {
      known = { url: (await lease.holder())?.url, readAtMs: nowMs }
    }
    if (!known.url || known.url === ownUrl) throw busy()
    return known.url
  }

  /** @returns undefined when nobody takes bets at this moment, so that nothing was done */
  async function placeOnce(bet: Parameters<Holder['placeBet']>[0]) {
    if (engine.isOpen()) return engine.placeBet(bet)
    try {
      return await call(liveInternal.placeBet, { url: await holderUrl(), body: bet, requestId: bet.requestId })
    } catch (error) {
      if (wasNotReached(error) || isBusy(error)) return undefined
      throw isSilent(error) ? outcomeUnknown({ transferId: bet.ticketId, reason: 'TIMED_OUT' }) : error
    }
  }

  return {
    isHere: engine.isOpen,

    async placeBet(bet) {
      const deadline = performance.now() + waitMs
      for (;;) {
        const placed = await placeOnce(bet)
        if (placed !== undefined) return placed
        if (performance.now() > deadline) throw busy()
        await sleep(lookAgainMs)
      }
    },

    async snapshot(body) {
      return call(liveInternal.snapshot, { url: await holderUrl(), body: { ...body, isFinal: true } })
    },

    async exposure(adminIds) {
      const body = { adminIds: adminIds && [...adminIds], isFinal: true }
      return call(liveInternal.exposure, { url: await holderUrl(), body })
    },

    async board(body) {
      return call(liveInternal.board, { url: await holderUrl(), body })
    },

    async changed(adminId, gameId, pool) {
      // The change itself is committed: whatever fails here must not look as if it were not.
      if (engine.isOpen()) return engine.refresh(adminId, gameId, pool).catch(() => undefined)
      const left = pool && { balance: String(pool.balance), seq: pool.seq }
      await holderUrl()
        .then(url => call(liveInternal.refresh, { url, body: { adminId, gameId, ...(left && { pool: left }) } }))
        .catch(() => undefined)
    },
  }
}

const isBusy = (error: unknown) =>
  error instanceof AppError && error.code === 'UNAVAILABLE' && error.reason === undefined
const isSilent = (error: unknown) => error instanceof AppError && error.reason === 'SERVICE_AWAY'

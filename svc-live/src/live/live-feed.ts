import { type LiveGame, liveFeedSubject } from '@cascade/contracts/live'
import { AppError, type Logger } from '@cascade/service-kit'

const tickMs = 250
/** A session lasts 30 minutes, and nobody watches longer than his session without asking again. */
const interestMs = 30 * 60_000

type Watched = { askedAt: number; drawAt: number; changed: boolean; reading: boolean }

export type LiveFeed = {
  /** Remembers that somebody watches this pair. */
  asked: (live: LiveGame) => void
  /** A figure of the pair has changed: told at the next tick, however often it is said. */
  changed: (adminId: string, gameId: string) => void
  stop: () => Promise<void>
}

/**
 * Tells gateways about the pairs that are watched: at each new draw and after changes, at most four times a second.
 * It holds nothing that matters: whoever missed a message gets the whole state with the next one.
 */
export function startLiveFeed(options: {
  read: (adminId: string, gameId: string) => Promise<LiveGame>
  publish: (subject: string, live: LiveGame) => void
  now: () => number
  logger: Logger
}): LiveFeed {
  const { read, publish, now, logger } = options
  const watched = new Map<string, Watched>()
  const keyOf = (adminId: string, gameId: string) => `${adminId}|${gameId}`
  const timer = setInterval(tick, tickMs)

  function tick() {
    const at = now()
    for (const [key, pair] of watched) {
      if (at - pair.askedAt > interestMs) watched.delete(key)
      else if ((pair.changed || at >= pair.drawAt) && !pair.reading) void push(key, pair)
    }
  }

  async function push(key: string, pair: Watched) {
    const [adminId = '', gameId = ''] = key.split('|')
    pair.reading = true
    pair.changed = false
    try {
      const live = await read(adminId, gameId)
      pair.drawAt = Date.parse(live.drawAt)
      publish(liveFeedSubject(adminId, gameId), live)
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') watched.delete(key)
      else pair.changed = true
      logger.warn({ err: error, adminId, gameId }, 'live pair could not be read')
    } finally {
      pair.reading = false
    }
  }

  return {
    asked(live) {
      const key = keyOf(live.adminId, live.gameId)
      const pair = watched.get(key)
      if (pair) pair.askedAt = now()
      else watched.set(key, { askedAt: now(), drawAt: Date.parse(live.drawAt), changed: false, reading: false })
    },
    changed(adminId, gameId) {
      const pair = watched.get(keyOf(adminId, gameId))
      if (pair) pair.changed = true
    },
    stop: async () => clearInterval(timer),
  }
}

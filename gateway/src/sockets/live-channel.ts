import { errorTexts } from '@cascade/contracts'
import { FeedRequest, type LiveChange, type LiveGame, liveTexts, type TimerPush } from '@cascade/contracts/live'
import { AppError, type Logger } from '@cascade/service-kit'
import type { LiveFeeds } from './live-feeds'

/** Debounce of requests; only the last waiting one is answered. */
const debounceMs = 300

type Offering = Pick<FeedRequest, 'adminId' | 'gameId'>
type LiveChannelDeps = {
  feeds: LiveFeeds
  /** Current state of the game. @throws AppError when the user may not see it */
  snapshot: (offering: Offering) => Promise<LiveGame>
  /** Authorizes watching a game whose state is cached. @throws AppError when the user may not see it */
  watch: (offering: Offering) => Promise<unknown>
  isOpen: () => Promise<boolean>
  show: (game: LiveGame, change: LiveChange | undefined, wantsChangesOnly: boolean) => void
  fail: (message: string, removed?: true) => void
  logger: Logger
}

/** One socket's view of one game: a snapshot, then changes, until it requests another game or leaves. */
export function createLiveChannel(deps: LiveChannelDeps) {
  const { feeds, snapshot, watch, isOpen, show, fail, logger } = deps
  let leaveFeed: (() => void) | undefined
  let turn = 0
  let waiting: NodeJS.Timeout | undefined
  let openedAt = 0

  async function open(payload: unknown) {
    openedAt = Date.now()
    leave()
    const mine = turn
    const request = FeedRequest.safeParse(payload)
    if (!request.success) return fail(errorTexts.validation)
    const { adminId, gameId, changes = false } = request.data
    const offering = { adminId, gameId }
    try {
      // The response also authorizes the user, so nothing is followed before it.
      const isLoaded = feeds.state(adminId, gameId) !== undefined
      if (isLoaded) await watch(offering)
      const game = (isLoaded && feeds.state(adminId, gameId)) || (await snapshot(offering))
      if (turn !== mine) return
      leaveFeed = feeds.follow(game, {
        snapshot: () => snapshot(offering),
        onRemoved() {
          if (turn !== mine) return
          leave()
          fail(liveTexts.gameRemoved, true)
        },
        show: async (state, change) => {
          if ((await isOpen()) && turn === mine) show(state, change, changes)
        },
      })
    } catch (error) {
      if (turn !== mine) return
      leave()
      if (!(error instanceof AppError)) logger.error({ err: error }, 'snapshot failed')
      fail(error instanceof AppError ? error.message : errorTexts.internal)
    }
  }

  function leave() {
    turn += 1
    clearTimeout(waiting)
    leaveFeed?.()
    leaveFeed = undefined
  }

  return {
    request(payload: unknown) {
      clearTimeout(waiting)
      const wait = openedAt + debounceMs - Date.now()
      if (wait <= 0) void open(payload)
      else waiting = setTimeout(() => void open(payload), wait)
    },
    leave,
  }
}

/** Time left until the draw as `mm:ss`, by the server's clock. */
export function timerOf({ gameId, drawAt, now }: Pick<LiveGame, 'gameId' | 'drawAt' | 'now'>): TimerPush {
  const seconds = Math.max(0, Math.ceil((Date.parse(drawAt) - Date.parse(now)) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return { gameId, time: `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`, drawAt, now }
}

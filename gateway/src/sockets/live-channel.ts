import { refusals } from '@cascade/contracts'
import { FeedRequest, type LiveGame } from '@cascade/contracts/live'
import { AppError, type Logger } from '@cascade/service-kit'
import type { LiveFeeds } from './live-feeds'

/** A request that follows another this closely waits; only the last one that waits is answered. */
const debounceMs = 300

export type LiveChannelDeps = {
  feeds: LiveFeeds
  /** The game as it is now. @throws AppError when it is not the user's */
  snapshot: (request: FeedRequest) => Promise<LiveGame>
  /** Whether the user's session is still open; asked before every push. */
  isOpen: () => Promise<boolean>
  show: (game: LiveGame) => void
  fail: (message: string) => void
  logger: Logger
}

/** What one socket sees of one game: a snapshot, then each newer state, until it asks for another game or leaves. */
export function createLiveChannel({ feeds, snapshot, isOpen, show, fail, logger }: LiveChannelDeps) {
  let unfollow: (() => void) | undefined
  let turn = 0
  let waiting: NodeJS.Timeout | undefined
  let openedAt = 0

  async function open(payload: unknown) {
    openedAt = Date.now()
    leave()
    const mine = turn
    const request = FeedRequest.safeParse(payload)
    if (!request.success) return fail(refusals.validation)
    const { adminId, gameId } = request.data
    let shownAt = 0
    const push = (game: LiveGame) => {
      const at = Date.parse(game.now)
      if (turn !== mine || at < shownAt) return
      shownAt = at
      show(game)
    }
    try {
      // The first snapshot is also the right to see the game: nothing is followed before.
      const first = await snapshot(request.data)
      push(first)
      if (turn !== mine) return
      const feed = feeds.follow(adminId, gameId, async game => {
        if (await isOpen()) push(game)
      })
      unfollow = feed.stop
      await feed.open
      if (turn !== mine || !feed.isNew) return
      // What changed between the snapshot and the subscription.
      const second = await snapshot(request.data)
      if (!isSame(first, second)) push(second)
    } catch (error) {
      if (turn !== mine) return
      leave()
      if (!(error instanceof AppError)) logger.error({ err: error }, 'snapshot failed')
      fail(error instanceof AppError ? error.message : refusals.internal)
    }
  }

  function leave() {
    turn += 1
    clearTimeout(waiting)
    unfollow?.()
    unfollow = undefined
  }

  return {
    ask(payload: unknown) {
      clearTimeout(waiting)
      const wait = openedAt + debounceMs - Date.now()
      if (wait <= 0) void open(payload)
      else waiting = setTimeout(() => void open(payload), wait)
    },
    leave,
  }
}

const isSame = (a: LiveGame, b: LiveGame) => JSON.stringify({ ...a, now: '' }) === JSON.stringify({ ...b, now: '' })

import { applyLiveChange, LiveChange, type LiveGame, liveEpochSubject, liveFeedSubject } from '@cascade/contracts/live'
import type { Bus, Logger } from '@cascade/service-kit'

/** Changes buffered during a snapshot request. */
const waitingMax = 40
const retryAfterMs = 1_000

/** @param change absent when the whole state is new */
export type Follower = {
  show: (game: LiveGame, change?: LiveChange) => void
  onRemoved: () => void
  /** Requests the current state on behalf of this follower. */
  snapshot: () => Promise<LiveGame>
}

type Feed = {
  followers: Set<Follower>
  game?: LiveGame | undefined
  waiting: LiveChange[]
  refetching?: Promise<void> | undefined
  /** Resolves when the subscription is active. */
  open: Promise<void>
  retry?: NodeJS.Timeout
  close: () => void
}
export type LiveFeeds = ReturnType<typeof createLiveFeeds>

/**
 * One subscription and one state per watched game, shared by all followers. A gap in the change numbers triggers a new
 * snapshot.
 */
export function createLiveFeeds({ bus, logger }: { bus: Pick<Bus, 'listen'>; logger: Logger }) {
  const feeds = new Map<string, Feed>()
  bus
    .listen(liveEpochSubject, () => {
      for (const feed of feeds.values()) void refetch(feed)
    })
    .catch((error: unknown) => logger.error({ err: error }, 'could not subscribe to live epochs'))

  function receive(feed: Feed, payload: unknown) {
    const parsed = LiveChange.safeParse(payload)
    if (!parsed.success) return logger.error({ err: parsed.error }, 'invalid live-game event')
    if (parsed.data.removed) {
      for (const follower of [...feed.followers]) follower.onRemoved()
      return
    }
    if (feed.refetching || !feed.game) {
      feed.waiting.push(parsed.data)
      if (feed.waiting.length > waitingMax) feed.waiting.shift()
      return
    }
    const next = applyLiveChange(feed.game, parsed.data)
    if (!next) return void refetch(feed)
    if (next === feed.game) return
    feed.game = next
    for (const follower of feed.followers) follower.show(next, parsed.data)
  }

  function take(feed: Feed, snapshot: LiveGame) {
    const isOlder = feed.game?.feed.epoch === snapshot.feed.epoch && feed.game.feed.number > snapshot.feed.number
    if (!isOlder) feed.game = snapshot
    for (const change of feed.waiting.splice(0)) {
      feed.game = feed.game && (applyLiveChange(feed.game, change) ?? feed.game)
    }
  }

  function refetch(feed: Feed): Promise<void> {
    const [first] = feed.followers
    if (!first) return Promise.resolve()
    feed.refetching ??= first.snapshot().then(
      snapshot => {
        feed.refetching = undefined
        const before = feed.game
        take(feed, snapshot)
        if (feed.game && !isSame(feed.game, before)) for (const follower of feed.followers) follower.show(feed.game)
      },
      (error: unknown) => {
        feed.refetching = undefined
        feed.game = undefined
        logger.warn({ err: error }, 'live-game snapshot failed')
        feed.retry = setTimeout(() => void refetch(feed), retryAfterMs)
      },
    )
    return feed.refetching
  }

  function open(subject: string): Feed {
    const feed: Feed = { followers: new Set(), waiting: [], open: Promise.resolve(), close: () => undefined }
    let closed = false
    let unlisten: (() => void) | undefined
    feed.close = () => {
      closed = true
      clearTimeout(feed.retry)
      unlisten?.()
      feeds.delete(subject)
    }
    // Does not wait for NATS: the snapshot is available without it.
    feed.open = bus
      .listen(subject, payload => receive(feed, payload))
      .then(
        stop => {
          unlisten = stop
          if (closed) stop()
        },
        (error: unknown) => logger.error({ err: error, subject }, 'could not subscribe to a live feed'),
      )
    feeds.set(subject, feed)
    return feed
  }

  return {
    /** Shared state of a watched game; undefined without watchers or while a snapshot is pending. */
    state(adminId: string, gameId: string): LiveGame | undefined {
      const feed = feeds.get(liveFeedSubject(adminId, gameId))
      return feed?.refetching ? undefined : feed?.game
    },

    /**
     * Shows the state and each following change to `follower`, until it leaves. The first follower of a game gets a
     * second snapshot once the subscription is active, so that no change is missed.
     */
    follow(snapshot: LiveGame, follower: Follower): () => void {
      const subject = liveFeedSubject(snapshot.adminId, snapshot.gameId)
      const existing = feeds.get(subject)
      const feed = existing ?? open(subject)
      feed.followers.add(follower)
      take(feed, snapshot)
      if (feed.game) follower.show(feed.game)
      if (!existing) void feed.open.then(() => refetch(feed))
      return () => {
        if (feed.followers.delete(follower) && feed.followers.size === 0) feed.close()
      }
    },
    count: () => feeds.size,
  }
}

const isSame = ({ feed }: LiveGame, other: LiveGame | undefined) =>
  feed.epoch === other?.feed.epoch && feed.number === other.feed.number

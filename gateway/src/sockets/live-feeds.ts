import { applyLiveChange, LiveChange, type LiveGame, liveEpochSubject, liveFeedSubject } from '@cascade/contracts/live'
import type { Bus, Logger } from '@cascade/service-kit'

/** Changes that wait for the snapshot they follow; more than come while one is asked for. */
const waitingMax = 40
const retryAfterMs = 1_000

/** @param change what has led to this state; absent when the whole state is new */
export type Follower = {
  show: (game: LiveGame, change?: LiveChange) => void
  /** The game is gone for good; the follower leaves. */
  removed: () => void
  /** Asks for the state as it is, in this follower's name. */
  snapshot: () => Promise<LiveGame>
}

type Feed = {
  followers: Set<Follower>
  /** As all changes so far have made it; undefined until a snapshot is there. */
  game?: LiveGame | undefined
  waiting: LiveChange[]
  refetching?: Promise<void> | undefined
  /** Settles when NATS brings whatever comes from now on. */
  open: Promise<void>
  retry?: NodeJS.Timeout
  close: () => void
}
export type LiveFeeds = ReturnType<typeof createLiveFeeds>

/**
 * One subscription and one state for each game that somebody looks at, shared by all who do: however many watch,
 * svc-live tells each change once. A missing change is seen by its number and a snapshot is asked for.
 */
export function createLiveFeeds({ bus, logger }: { bus: Pick<Bus, 'listen'>; logger: Logger }) {
  const feeds = new Map<string, Feed>()
  bus
    .listen(liveEpochSubject, () => {
      for (const feed of feeds.values()) void refetch(feed)
    })
    .catch((error: unknown) => logger.error({ err: error }, 'epochs of live games cannot be followed'))

  function receive(feed: Feed, payload: unknown) {
    const parsed = LiveChange.safeParse(payload)
    if (!parsed.success) return logger.error({ err: parsed.error }, 'not a change of a live game')
    if (parsed.data.removed) {
      for (const follower of [...feed.followers]) follower.removed()
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

  /** Takes a snapshot for the state of all, and brings it up to date with what has come meanwhile. */
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
        logger.warn({ err: error }, 'no snapshot of a live game')
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
    // Waits for NATS as long as it takes; the snapshot is there without it.
    feed.open = bus
      .listen(subject, payload => receive(feed, payload))
      .then(
        stop => {
          unlisten = stop
          if (closed) stop()
        },
        (error: unknown) => logger.error({ err: error, subject }, 'feed cannot be followed'),
      )
    feeds.set(subject, feed)
    return feed
  }

  return {
    /** What all who watch this game see of it; undefined when nobody does, or a snapshot is on its way. */
    state(adminId: string, gameId: string): LiveGame | undefined {
      const feed = feeds.get(liveFeedSubject(adminId, gameId))
      return feed?.refetching ? undefined : feed?.game
    },

    /**
     * Shows `follower` the game, as this snapshot and all changes have made it, and each change from now on, until it
     * leaves. The first one of a game sees it once more when the subscription stands: nothing falls between.
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

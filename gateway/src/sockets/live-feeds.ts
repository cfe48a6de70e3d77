import { LiveGame, liveFeedSubject } from '@cascade/contracts/live'
import type { Bus, Logger } from '@cascade/service-kit'

/** At most four pushes a second for each game, however fast bets arrive. */
const pauseMs = 250

type Follower = (game: LiveGame) => void
type Feed = {
  followers: Set<Follower>
  /** The last state that came. */
  latest?: LiveGame | undefined
  waiting?: LiveGame | undefined
  timer?: NodeJS.Timeout
  /** Settles when NATS brings whatever comes from now on. */
  open: Promise<void>
  close: () => void
}
export type LiveFeeds = ReturnType<typeof createLiveFeeds>

/** One subscription for each game that somebody looks at, shared by all who do; the newest state wins. */
export function createLiveFeeds({ bus, logger }: { bus: Pick<Bus, 'listen'>; logger: Logger }) {
  const feeds = new Map<string, Feed>()

  function receive(feed: Feed, payload: unknown) {
    const parsed = LiveGame.safeParse(payload)
    if (!parsed.success) return logger.error({ err: parsed.error }, 'not a live game')
    feed.latest = parsed.data
    feed.waiting = parsed.data
    if (!feed.timer) pushNow(feed)
  }

  function pushNow(feed: Feed) {
    const { waiting } = feed
    feed.waiting = undefined
    delete feed.timer
    if (!waiting) return
    feed.timer = setTimeout(() => pushNow(feed), pauseMs)
    for (const follower of feed.followers) follower(waiting)
  }

  function openFeed(subject: string): Feed {
    const feed: Feed = { followers: new Set(), open: Promise.resolve(), close: () => undefined }
    let closed = false
    let unlisten: (() => void) | undefined
    feed.close = () => {
      closed = true
      clearTimeout(feed.timer)
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
    /**
     * Calls `follower` with each new state until `stop` is called.
     * @returns `open` settles once nothing that comes can be missed any more; `isNew` when nobody followed before, so
     * that something may have come unseen
     */
    follow(adminId: string, gameId: string, follower: Follower) {
      const subject = liveFeedSubject(adminId, gameId)
      const isNew = !feeds.has(subject)
      const feed = feeds.get(subject) ?? openFeed(subject)
      feed.followers.add(follower)
      if (feed.latest) follower(feed.latest)
      const stop = () => {
        if (feed.followers.delete(follower) && feed.followers.size === 0) feed.close()
      }
      return { stop, open: feed.open, isNew }
    },
    count: () => feeds.size,
  }
}

import { DrawsChanged, drawsChangedSubject, type PlayDraw } from '@cascade/contracts/live'
import { AppError, type Bus, type Logger } from '@cascade/service-kit'

const retryAfterMs = 1_000
/** After the moment at which a draw opens, closes or ends, when the next state can be read. */
const graceMs = 100

export type DrawFollower = {
  accountId: string
  show: (draw: PlayDraw) => void
  /** The player may no longer see the game. */
  fail: (message: string) => void
}
type ReadDraw = (input: { accountId: string; gameId: string }) => Promise<{ adminId: string; draw: PlayDraw }>
type Watch = { adminId: string; gameId: string; draw: PlayDraw; followers: Set<DrawFollower>; timer?: NodeJS.Timeout }
export type PlayDraws = ReturnType<typeof createPlayDraws>

/**
 * The open draws that players follow, read once for all followers of an offering: when it opens, closes and ends,
 * and when svc-live announces a result or a stop.
 */
export function createPlayDraws(deps: { bus: Pick<Bus, 'listen' | 'onReconnect'>; logger: Logger; read: ReadDraw }) {
  const { bus, logger, read } = deps
  const watches = new Map<string, Watch>()
  /** @param changed null means all */
  function refreshAll({ adminId, gameId }: DrawsChanged[number]) {
    for (const watch of watches.values()) {
      if ((adminId ?? watch.adminId) === watch.adminId && (gameId ?? watch.gameId) === watch.gameId) void refresh(watch)
    }
  }
  bus.onReconnect(() => refreshAll({ adminId: null, gameId: null }))
  bus
    .listen(drawsChangedSubject, payload => DrawsChanged.parse(payload).forEach(refreshAll))
    .catch((error: unknown) => logger.error({ err: error }, 'could not subscribe to draws'))

  function schedule(watch: Watch, waitMs: number) {
    clearTimeout(watch.timer)
    watch.timer = setTimeout(() => void refresh(watch), waitMs)
  }

  /** An older state, read at the same time, is ignored. */
  function accept(watch: Watch, draw: PlayDraw) {
    const before = watch.draw
    const nowMs = Date.parse(draw.now)
    if (nowMs < Date.parse(before.now)) return
    watch.draw = draw
    const momentsMs = [draw.opensAt, draw.closesAt, draw.drawAt].map(Date.parse)
    const nextMs = momentsMs.find(ms => ms > nowMs) ?? nowMs
    schedule(watch, nextMs - nowMs + graceMs)
    if (!isSame(before, draw)) for (const follower of watch.followers) follower.show(draw)
  }

  async function refresh(watch: Watch): Promise<void> {
    const [first] = watch.followers
    if (!first) return
    try {
      const { draw } = await read({ accountId: first.accountId, gameId: watch.gameId })
      if (watch.followers.size > 0) accept(watch, draw)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) {
        logger.warn({ err: error }, 'could not read a draw')
        if (watch.followers.size > 0) schedule(watch, retryAfterMs)
      } else if (watch.followers.has(first)) {
        leave(watch, first)
        first.fail(error.message)
        await refresh(watch)
      }
    }
  }

  function leave(watch: Watch, follower: DrawFollower) {
    watch.followers.delete(follower)
    if (watch.followers.size > 0) return
    clearTimeout(watch.timer)
    watches.delete(`${watch.adminId} ${watch.gameId}`)
  }

  return {
    /** Shows the draw and each change to `follower`, until it leaves. @throws AppError if it may not see the game */
    async follow(gameId: string, follower: DrawFollower): Promise<() => void> {
      const { adminId, draw } = await read({ accountId: follower.accountId, gameId })
      const key = `${adminId} ${gameId}`
      const watch = watches.get(key) ?? { adminId, gameId, draw, followers: new Set() }
      watches.set(key, watch)
      accept(watch, draw)
      watch.followers.add(follower)
      follower.show(watch.draw)
      return () => leave(watch, follower)
    },
  }
}

/** All but the clock. */
const isSame = (one: PlayDraw, other: PlayDraw) =>
  JSON.stringify({ ...one, now: '' }) === JSON.stringify({ ...other, now: '' })

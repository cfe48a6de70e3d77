import { gameCodes } from '@cascade/contracts/games'
import type { LiveGame, TimerPush } from '@cascade/contracts/live'
import { replaceEqualDeep } from '@tanstack/react-query'

/** The open draw as last received. Times named `…Here` are milliseconds of this browser's clock. */
export type Snapshot = {
  live: LiveGame
  /** End of the draw: the server's time left, counted from its receipt. */
  drawAtHere: number
  receivedAtHere: number
}

/** Messages may be reordered within this window; an older one means that the server's clock was set back. */
const reorderWindowMs = 10_000
/** Larger differences between two deadlines of one draw are a clock adjustment, not network latency. */
const clockSkewMs = 2_000

export function createSnapshot(live: LiveGame, receivedAtHere: number): Snapshot {
  return { live, receivedAtHere, drawAtHere: deadlineHere(live, receivedAtHere) }
}

/** Browser time at which a draw ends; works with a wrong browser clock. */
export function deadlineHere({ drawAt, now }: Pick<LiveGame, 'drawAt' | 'now'>, receivedAtHere: number): number {
  return receivedAtHere + Date.parse(drawAt) - Date.parse(now)
}

/**
 * The later of two snapshots by server order, not arrival. Equal options keep their identity, so that only changed
 * cells re-render; a slow message never delays the deadline of a draw.
 */
export function newestSnapshot(before: Snapshot | undefined, after: Snapshot): Snapshot {
  if (!before || !isSameOffering(before.live, after.live)) return after
  if (isOlder(after.live, before.live)) return before
  return replaceEqualDeep(before, { ...after, drawAtHere: mergeDeadline(before, after) })
}

/** Changes are numbered within an epoch; across epochs only the server's clock gives an order. */
function isOlder(live: LiveGame, than: LiveGame): boolean {
  if (live.feed.epoch === than.feed.epoch && live.feed.number !== than.feed.number)
    return live.feed.number < than.feed.number
  const ageMs = Date.parse(than.now) - Date.parse(live.now)
  return ageMs > 0 && ageMs < reorderWindowMs
}

/** Applies a timer message, which carries only the deadline; totals stay until the next state. */
export function withTimer(snapshot: Snapshot, push: TimerPush, receivedAtHere: number): Snapshot {
  const { live } = snapshot
  if (push.gameId !== live.gameId || Date.parse(push.drawAt) < Date.parse(live.drawAt)) return snapshot
  const drawAtHere = deadlineHere(push, receivedAtHere)
  // The next draw has the same interval between lock and draw.
  const lockAt = new Date(Date.parse(live.lockAt) + Date.parse(push.drawAt) - Date.parse(live.drawAt)).toISOString()
  const fresh = { ...snapshot, live: { ...live, lockAt, drawAt: push.drawAt }, drawAtHere }
  return { ...fresh, drawAtHere: mergeDeadline(snapshot, fresh) }
}

/** The earlier of two estimates of one deadline: its message had the lower latency. */
function mergeDeadline(before: Snapshot, after: Snapshot): number {
  const isSameDraw = before.live.drawAt === after.live.drawAt
  const differenceMs = after.drawAtHere - before.drawAtHere
  return isSameDraw && differenceMs > 0 && differenceMs < clockSkewMs ? before.drawAtHere : after.drawAtHere
}

const isSameOffering = (a: LiveGame, b: LiveGame) => a.adminId === b.adminId && a.gameId === b.gameId

/** A game as one admin offers it. */
export type Offering = { adminId: string; gameId: string }

const masterCodes: ReadonlySet<string> = new Set(Object.values(gameCodes))
const looksLikeCode = (segment: string) => /^[A-Za-z]{8}$/.test(segment)

/**
 * Parses the two path segments after `game`, which links write in either order. A known game code, else eight letters,
 * identifies the game.
 */
export function parseOffering(first: string, second: string): Offering {
  const matchers = [(segment: string) => masterCodes.has(segment), looksLikeCode]
  const match = matchers.find(isGame => isGame(first) !== isGame(second))
  return match?.(second) ? { adminId: first, gameId: second } : { adminId: second, gameId: first }
}

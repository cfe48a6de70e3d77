import { gameCodes } from '@cascade/contracts/games'
import type { LiveGame, TimerPush } from '@cascade/contracts/live'
import { replaceEqualDeep } from '@tanstack/react-query'

/** The open draw as it was last heard of. Times named `…Here` are milliseconds of this browser's clock. */
export type Snapshot = {
  live: LiveGame
  /** When the draw ends: the server's time left, counted from when it was heard. */
  drawAtHere: number
  heardAtHere: number
}

/** A message may overtake another by this much; one that is older still means that the server's clock was set. */
const reorderWindowMs = 10_000
/** Two messages about one draw differ by how long they travelled; more than this is a clock that was set. */
const clockSkewMs = 2_000

export function snapshotOf(live: LiveGame, heardAtHere: number): Snapshot {
  return { live, heardAtHere, drawAtHere: deadlineHere(live, heardAtHere) }
}

/** The browser's time at which a draw ends, without trusting the browser's clock to be right. */
export function deadlineHere({ drawAt, now }: Pick<LiveGame, 'drawAt' | 'now'>, heardAtHere: number): number {
  return heardAtHere + Date.parse(drawAt) - Date.parse(now)
}

/**
 * Of two snapshots the one that the server made later, however they arrived. Equal options stay the same objects, so
 * that only changed cells are drawn again; the deadline of one draw is never put off by a message that travelled long.
 */
export function newestSnapshot(before: Snapshot | undefined, after: Snapshot): Snapshot {
  if (!before || !isSamePair(before.live, after.live)) return after
  if (isOlder(after.live, before.live)) return before
  return replaceEqualDeep(before, { ...after, drawAtHere: mergeDeadline(before, after) })
}

/** Changes are numbered within an epoch; between two epochs only the server's clock tells which came later. */
function isOlder(live: LiveGame, than: LiveGame): boolean {
  if (live.feed.epoch === than.feed.epoch && live.feed.number !== than.feed.number)
    return live.feed.number < than.feed.number
  const ageMs = Date.parse(than.now) - Date.parse(live.now)
  return ageMs > 0 && ageMs < reorderWindowMs
}

/** A timer message tells the deadline alone; the totals stay until their own message comes. */
export function withTimer(snapshot: Snapshot, push: TimerPush, heardAtHere: number): Snapshot {
  const { live } = snapshot
  if (push.gameId !== live.gameId || Date.parse(push.drawAt) < Date.parse(live.drawAt)) return snapshot
  const drawAtHere = deadlineHere(push, heardAtHere)
  // Betting on the next draw closes as long before it as on this one.
  const lockAt = new Date(Date.parse(live.lockAt) + Date.parse(push.drawAt) - Date.parse(live.drawAt)).toISOString()
  const fresh = { ...snapshot, live: { ...live, lockAt, drawAt: push.drawAt }, drawAtHere }
  return { ...fresh, drawAtHere: mergeDeadline(snapshot, fresh) }
}

/** Of two estimates of one deadline the earlier one: its message travelled the shorter time. */
function mergeDeadline(before: Snapshot, after: Snapshot): number {
  const isSameDraw = before.live.drawAt === after.live.drawAt
  const differenceMs = after.drawAtHere - before.drawAtHere
  return isSameDraw && differenceMs > 0 && differenceMs < clockSkewMs ? before.drawAtHere : after.drawAtHere
}

const isSamePair = (a: LiveGame, b: LiveGame) => a.adminId === b.adminId && a.gameId === b.gameId

/** One game below one admin: what a live screen watches. */
export type Pair = { adminId: string; gameId: string }

const knownCodes: ReadonlySet<string> = new Set(Object.values(gameCodes))
const looksLikeCode = (segment: string) => /^[A-Za-z]{8}$/.test(segment)

/**
 * Reads the two segments after `game`, which links write in either order: the one that is the code of a game is the
 * game. Games that were added later are told by the eight letters of a code.
 */
export function pairOf(first: string, second: string): Pair {
  const ways = [(segment: string) => knownCodes.has(segment), looksLikeCode]
  const telling = ways.find(isGame => isGame(first) !== isGame(second))
  return telling?.(second) ? { adminId: first, gameId: second } : { adminId: second, gameId: first }
}

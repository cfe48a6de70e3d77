import type { LiveGame, TimerPush } from '@cascade/contracts/live'
import { replaceEqualDeep } from '@tanstack/react-query'

/** The open draw as it was last heard of. Times named `…Here` are milliseconds of this browser's clock. */
export type Reading = {
  live: LiveGame
  /** When the draw ends: the server's time left, counted from when it was heard. */
  drawAtHere: number
  heardAtHere: number
}

/** A message may overtake another by this much; one that is older still means that the server's clock was set. */
const overtaking = 10_000
/** Two messages about one draw differ by the way they took; more than this is a clock that was set. */
const longestWay = 2_000

export function readingOf(live: LiveGame, heardAtHere: number): Reading {
  return { live, heardAtHere, drawAtHere: deadlineHere(live, heardAtHere) }
}

/** The browser's time at which a draw ends, without trusting the browser's clock to be right. */
export function deadlineHere({ drawAt, now }: Pick<LiveGame, 'drawAt' | 'now'>, heardAtHere: number): number {
  return heardAtHere + Date.parse(drawAt) - Date.parse(now)
}

/**
 * Of two readings the one that the server made later, however they arrived. Equal options stay the same objects, so
 * that only changed cells are drawn again; the deadline of one draw never moves back by the length of a message's way.
 */
export function newestReading(before: Reading | undefined, after: Reading): Reading {
  if (!before || !isSamePair(before.live, after.live)) return after
  const age = Date.parse(before.live.now) - Date.parse(after.live.now)
  if (age > 0 && age < overtaking) return before
  return replaceEqualDeep(before, { ...after, drawAtHere: steady(before, after) })
}

/** A timer message tells the deadline alone; the totals stay until their own message comes. */
export function withTimer(reading: Reading, push: TimerPush, heardAtHere: number): Reading {
  if (push.gameId !== reading.live.gameId || Date.parse(push.drawAt) < Date.parse(reading.live.drawAt)) return reading
  const fresh = {
    ...reading,
    live: { ...reading.live, drawAt: push.drawAt },
    drawAtHere: deadlineHere(push, heardAtHere),
  }
  return { ...fresh, drawAtHere: steady(reading, fresh) }
}

/** The message with the shortest way is the most exact one. */
function steady(before: Reading, after: Reading): number {
  const sameDraw = before.live.drawAt === after.live.drawAt
  const difference = after.drawAtHere - before.drawAtHere
  return sameDraw && difference > 0 && difference < longestWay ? before.drawAtHere : after.drawAtHere
}

const isSamePair = (a: LiveGame, b: LiveGame) => a.adminId === b.adminId && a.gameId === b.gameId

import { type Pair, pairKey } from '../draws/draw-id'
import { hasStakes, type OpenDraw } from './open-draw'
import type { OpenPair } from './open-pair'

export type StakedDraw = { pair: OpenPair; draw: OpenDraw }
export type StakedDraws = ReturnType<typeof createStakedDraws>

/** Draws for which this instance has taken bets, until they are drawn: none of them is ever taken for an idle one. */
export function createStakedDraws() {
  const draws = new Map<string, StakedDraw>()
  const byPair = new Map<string, Set<OpenDraw>>()

  function remove(drawId: string) {
    const { pair, draw } = draws.get(drawId) ?? {}
    draws.delete(drawId)
    if (!pair || !draw) return
    const ofPair = byPair.get(pair.key)
    ofPair?.delete(draw)
    if (ofPair?.size === 0) byPair.delete(pair.key)
  }

  return {
    add(pair: OpenPair, draw: OpenDraw) {
      if (draws.has(draw.drawId)) return
      draws.set(draw.drawId, { pair, draw })
      byPair.set(pair.key, (byPair.get(pair.key) ?? new Set()).add(draw))
    },

    /** Whether a bet on a draw of this pair, drawn at `drawAtMs` or before, is booked or on its way. */
    hasUpTo: (pair: Pair, drawAtMs: number) =>
      [...(byPair.get(pairKey(pair)) ?? [])].some(draw => draw.times.drawAtMs <= drawAtMs && hasStakes(draw)),

    /** Whether the moment of one of them has come. */
    isAnyDue: (nowMs: number) =>
      [...draws.values()].some(({ draw }) => draw.times.drawAtMs <= nowMs && hasStakes(draw)),

    get: (drawId: string) => draws.get(drawId),

    /** Draws that have locked and are not closed yet. */
    locked: (nowMs: number) =>
      [...draws.values()].filter(({ draw }) => nowMs >= draw.times.lockAtMs && !draw.isClosed && hasStakes(draw)),

    drawn: remove,

    /** Lets go of draws whose bets were all refused. */
    forgetEmpty(nowMs: number) {
      for (const [drawId, { draw }] of draws) {
        if (nowMs >= draw.times.drawAtMs && !hasStakes(draw)) remove(drawId)
      }
    },

    clear() {
      draws.clear()
      byPair.clear()
    },
  }
}

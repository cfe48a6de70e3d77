import type { BettingStops, LastResult, PendingResult } from '@cascade/contracts/live'
import type { Pair } from '../draws/draw-id'
import type { OpenDraw } from './open-draw'

/** What is known of a pair in which something happens, or that somebody watches. Amounts are hundredths. */
export type OpenPair = Pair & {
  key: string
  gameName: string
  /** Closings of its gate in the ledger; not known before the first bet. */
  gateVersion: number | undefined
  draw: OpenDraw
  pool: { balance: bigint; seq: number }
  /** Stakes and wins of the business day. */
  day: { day: string; play: bigint; win: bigint }
  winpercentage: number
  results: readonly LastResult[]
  pending: readonly PendingResult[]
  stops: BettingStops
  feed: PairFeed
  /** When somebody last asked for it, in ms since 1970. */
  usedAtMs: number
}

/** What of a pair has changed since it was last told, for those who watch it. */
export type PairFeed = {
  /** Number of the last state that was told. */
  number: number
  watchedUntilMs: number
  /** When something was told last, in ms since 1970. */
  toldAtMs: number
  /** Indices of options by dimension. */
  options: Map<number, Set<number>>
  /** Something else than options: pool, results, pending, stops. */
  figures: boolean
  /** A new draw has opened. */
  cleared: boolean
}

export const newFeed = (): PairFeed => ({
  ...{ number: 0, watchedUntilMs: 0, toldAtMs: 0, figures: false, cleared: false },
  options: new Map(),
})

export const isDirty = ({ options, figures, cleared }: PairFeed) => figures || cleared || options.size > 0

/** Notes that the options which a leg covers have changed. */
export function touchLeg({ draw, feed }: OpenPair, leg: string): void {
  const { dimension, covers } = draw.rules.legs.get(leg) ?? { dimension: 0, covers: [] }
  const touched = feed.options.get(dimension) ?? new Set()
  for (const option of covers) touched.add(option)
  feed.options.set(dimension, touched)
  feed.figures = true
}

/** What a posting has left in the pool; answers may come in another order than the postings. */
export function setPool(pair: OpenPair, balance: bigint, seq: number): void {
  if (seq <= pair.pool.seq) return
  pair.pool = { balance, seq }
  pair.feed.figures = true
}

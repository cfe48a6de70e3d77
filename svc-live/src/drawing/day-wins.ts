import type { Pairs } from '../betting/open-offerings'
import { type Pair, pairKey } from '../catalog/offering'
import type { BaseDeps } from '../deps'

/**
 * Wins of the day as live screens show them. They are read from the totals once these hold what was just paid, never
 * added up here: an answer of the ledger may come twice, or for a pair that nobody had in memory at that moment.
 */
export function createDayWins({ totals, playSeq }: Pick<BaseDeps, 'totals' | 'playSeq'>, pairs: Pick<Pairs, 'find'>) {
  /** By pair: the number in the feed of what was paid last. */
  const paid = new Map<string, { pair: Pair; seq: number }>()

  return {
    paid(pair: Pair, seq: number) {
      const key = pairKey(pair)
      paid.set(key, { pair, seq: Math.max(seq, paid.get(key)?.seq ?? 0) })
    },

    async catchUp(): Promise<void> {
      if (paid.size === 0) return
      const projected = await playSeq()
      for (const [key, { pair, seq }] of paid) {
        if (seq > projected) continue
        const open = pairs.find(pair)
        if (open) {
          const { day } = open.day
          const { win } = await totals.ofDay(open, day)
          if (open.day.day === day) open.day.win = win
          open.feed.figures = true
        }
        if (paid.get(key)?.seq === seq) paid.delete(key)
      }
    },

    clear: () => paid.clear(),
  }
}

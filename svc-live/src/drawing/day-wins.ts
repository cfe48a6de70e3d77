import type { BaseDeps } from '../base-deps'
import type { OpenOfferings } from '../betting/open-offerings'
import { type Offering, offeringKey } from '../catalog/offering'

/**
 * Wins of the day for the live screens. Read from the totals once these include the payment, never summed here: a
 * ledger reply may come twice, or for an offering that is not in memory.
 */
export function createDayWins(
  { totals, playSeq }: Pick<BaseDeps, 'totals' | 'playSeq'>,
  offerings: Pick<OpenOfferings, 'find'>,
) {
  const lastPaid = new Map<string, { offering: Offering; seq: number }>()

  return {
    recordPaid(offering: Offering, seq: number) {
      const key = offeringKey(offering)
      lastPaid.set(key, { offering, seq: Math.max(seq, lastPaid.get(key)?.seq ?? 0) })
    },

    async catchUp(): Promise<void> {
      if (lastPaid.size === 0) return
      const projected = await playSeq()
      for (const [key, { offering, seq }] of lastPaid) {
        if (seq > projected) continue
        const open = offerings.find(offering)
        if (open) {
          const { day } = open.day
          const { win } = await totals.readDay(open, day)
          if (open.day.day === day) open.day.win = win
          open.feed.figures = true
        }
        if (lastPaid.get(key)?.seq === seq) lastPaid.delete(key)
      }
    },

    clear: () => lastPaid.clear(),
  }
}

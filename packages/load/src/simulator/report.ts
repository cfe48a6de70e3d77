import { createHistogram } from 'node:perf_hooks'
import { formatPoints } from '@cascade/contracts'

export type Figures = ReturnType<typeof createFigures>

/** Totals since the start and since the last line. Amounts are points. */
export function createFigures(now: () => number = () => performance.now()) {
  const latency = createHistogram()
  const rejections = new Map<string, number>()
  const sums = { bets: 0, staked: 0, claimed: 0, claims: 0 }
  let since = { bets: 0, atMs: now() }

  return {
    sums,
    /** @param tookMs latency in milliseconds */
    placed(stake: number, tookMs: number) {
      sums.bets += 1
      sums.staked += stake
      latency.record(Math.max(1, Math.round(tookMs * 1000)))
    },
    claimed(points: number) {
      sums.claims += 1
      sums.claimed += points
    },
    rejected: (reason: string) => void rejections.set(reason, (rejections.get(reason) ?? 0) + 1),
    rejections: (): ReadonlyMap<string, number> => rejections,

    /** Returns a status line and resets the interval. */
    line(): string {
      const seconds = (now() - since.atMs) / 1000
      const rate = seconds > 0 ? (sums.bets - since.bets) / seconds : 0
      since = { bets: sums.bets, atMs: now() }
      const byCount = [...rejections].sort(([, a], [, b]) => b - a)
      const total = byCount.reduce((sum, [, count]) => sum + count, 0)
      const reasons = byCount.map(([reason, count]) => `${reason} ${count}`).join(', ')
      const ms = (percentile: number) => (sums.bets > 0 ? latency.percentile(percentile) / 1000 : 0).toFixed(0)
      return [
        `${sums.bets} bets (${rate.toFixed(1)}/s)`,
        `rejected ${total}${reasons ? ` (${reasons})` : ''}`,
        `p50 ${ms(50)} ms, p99 ${ms(99)} ms`,
        `staked ${formatPoints(sums.staked)}, claimed ${formatPoints(sums.claimed)}`,
      ].join(' · ')
    },
  }
}

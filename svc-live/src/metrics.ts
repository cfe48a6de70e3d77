import { highestBooster, highestCost } from '@cascade/draw-rules'
import type { Metrics } from '@cascade/service-kit'
import type { BaseDeps } from './base-deps'
import type { Engine } from './drawing/engine'

/**
 * Exports the state of each loop, so that a stuck one is noticed. Ages are 0 when nothing waits.
 * @param liabilityLimit in points; 0 for none
 */
export function registerMetrics(deps: BaseDeps, engine: Engine, metrics: Metrics, liabilityLimit: number): void {
  const { deadLetterStore, clock, draws, payables, payoutRuns, payments, stops, totals } = deps
  const ageOf = (at: Date | undefined) => (at ? Math.max(0, (clock.now() - at.getTime()) / 1000) : 0)
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    metrics.gauge(name, help, { read })

  gauge('engine_here', 'Whether this instance takes bets, closes, draws and settles', () => Number(engine.isOpen()))
  gauge('engine_offerings', 'Offerings in the memory of the engine', () => engine.figures().offerings)
  gauge('bets_under_way', 'Bets with a pending outcome', () => engine.figures().bets)
  gauge('draw_late_seconds', 'Delay of the oldest due draw with bets', async () =>
    ageOf((await draws.listOpen())[0]?.drawAt),
  )
  gauge('settlement_age_seconds', 'Age of the oldest unfinished payout', async () =>
    ageOf(await payoutRuns.findOldestAt()),
  )
  gauge('payment_age_seconds', 'Age of the oldest unfinished or overdue claim or recovery', async () => {
    const ages = await Promise.all([payments.findOldestAt(), payables.findOldestOverdue(new Date(clock.now()))])
    return Math.max(...ages.map(ageOf))
  })
  gauge('payments_ended', 'Claims and recoveries rejected for good', deadLetterStore.countEnded)
  gauge('pools_below_zero', 'Offerings with a negative pool', totals.countBelowZero)
  gauge('stop_age_seconds', 'Age of the oldest active betting stop', async () => ageOf(await stops.oldest()))
  gauge('open_liability_points', 'Worst-case cost of all open draws at booster 2', () => {
    const open = engine.offerings.all().map(({ draw }) => highestCost(draw.booked, highestBooster))
    return Number(open.reduce((sum, cost) => sum + cost, 0n)) / 100
  })
  gauge('liability_limit_points', 'LIVE_LIABILITY_LIMIT; 0 for none', () => liabilityLimit)
}

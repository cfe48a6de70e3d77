import { highestCost } from '@cascade/draw-rules'
import type { Metrics } from '@cascade/service-kit'
import type { BaseDeps, Engine } from '../deps'

/** Boosters go up to 2: what is open may cost so much. */
const highestBooster = 2

/**
 * What `/metrics` shows of each loop, so that one that stands still is seen. Ages are 0 when nothing waits.
 * @param liabilityLimit in points; 0 for none
 */
export function showLive(deps: BaseDeps, engine: Engine, metrics: Metrics, liabilityLimit: number): void {
  const { asideRows, clock, draws, dues, jobs, payments, stops, totals } = deps
  const ageOf = (at: Date | undefined) => (at ? Math.max(0, (clock.now() - at.getTime()) / 1000) : 0)
  const show = (name: string, help: string, read: () => number | Promise<number>) => metrics.gauge(name, help, { read })

  show('engine_here', 'Whether this instance takes bets, closes, draws and settles', () => Number(engine.isOpen()))
  show('engine_pairs', 'Games below admins that the engine has in memory', () => engine.figures().pairs)
  show('bets_under_way', 'Bets whose outcome is not known yet', () => engine.figures().bets)
  show('draw_late_seconds', 'How long the moment of a draw with bets has passed that has no result', async () =>
    ageOf((await draws.open())[0]?.drawAt),
  )
  show('settlement_age_seconds', 'How long ago the oldest result was begun to be paid that is not paid', async () =>
    ageOf(await jobs.oldest()),
  )
  show(
    'payment_age_seconds',
    'Age of the oldest claim or recovery that has not ended, or that is overdue',
    async () => {
      const ages = await Promise.all([payments.oldest(), dues.oldestOverdue(new Date(clock.now()))])
      return Math.max(...ages.map(ageOf))
    },
  )
  show('payments_ended', 'Claims and recoveries that the ledger refused for good', asideRows.countEnded)
  show('pools_below_zero', 'Games below admins whose balance is below zero', totals.countBelowZero)
  show('stop_age_seconds', 'Age of the oldest betting stop in force', async () => ageOf(await stops.oldest()))
  show('open_liability_points', 'What the dearest results of all open draws would cost at booster 2', () => {
    const open = engine.pairs.all().map(({ draw }) => highestCost(draw.booked, highestBooster))
    return Number(open.reduce((sum, cost) => sum + cost, 0n)) / 100
  })
  show('liability_limit_points', 'LIVE_LIABILITY_LIMIT; 0 for none', () => liabilityLimit)
}

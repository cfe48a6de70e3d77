import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'reports',
  routes: pageRoutes({
    [paths.week]: () => import('./week/week-page'),
    [paths.bets]: () => import('./bets/bet-list-page'),
    [paths.turnover]: () => import('./turnover/turnover-list-page'),
    [paths.transactions]: () => import('./transactions/transaction-list-page'),
    [paths.payouts]: () => import('./payouts/payout-list-page'),
    [paths.adminCommissions]: () => import('./admin-commissions/admin-commission-list-page'),
    [paths.schedules]: () => import('./schedules/schedule-list-page'),
    [paths.logs]: () => import('./logs/log-list-page'),
    [paths.complaints]: () => import('./complaints/complaint-list-page'),
    [paths.cases]: () => import('./cases/case-list-page'),
    [paths.case]: () => import('./cases/case-page'),
    [paths.watch]: () => import('./watch/watch-list-page'),
    [paths.backups]: () => import('./backups/backup-list-page'),
    [paths.clearHistory]: () => import('./clearing/history-clear-page'),
  }),
} satisfies RemoteModule

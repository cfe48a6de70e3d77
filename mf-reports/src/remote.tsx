import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'reports',
  routes: pageRoutes({
    [paths.bets]: () => import('./pages/bet-list-page'),
    [paths.turnover]: () => import('./pages/turnover-list-page'),
    [paths.transactions]: () => import('./pages/transaction-list-page'),
    [paths.payouts]: () => import('./pages/payout-list-page'),
    [paths.adminCommissions]: () => import('./pages/admin-commission-list-page'),
    [paths.logs]: () => import('./pages/log-list-page'),
    [paths.complaints]: () => import('./pages/complaint-list-page'),
    [paths.backups]: () => import('./pages/backup-list-page'),
    [paths.clearHistory]: () => import('./pages/history-clear-page'),
  }),
} satisfies RemoteModule

import { lazyWithRetry } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

const TransactionReportPage = lazyWithRetry(() => import('./pages/transaction-report-page'))
const LogActivitiesPage = lazyWithRetry(() => import('./pages/log-activities-page'))

export default {
  id: 'reports',
  routes: [
    { path: paths.transactions, element: <TransactionReportPage /> },
    { path: paths.logs, element: <LogActivitiesPage /> },
  ],
} satisfies RemoteModule

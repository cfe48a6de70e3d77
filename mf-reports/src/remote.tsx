import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'reports',
  routes: pageRoutes({
    [paths.transactions]: () => import('./pages/transaction-list-page'),
    [paths.logs]: () => import('./pages/log-list-page'),
  }),
} satisfies RemoteModule

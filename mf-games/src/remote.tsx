import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'games',
  routes: pageRoutes({
    [paths.times]: () => import('./pages/time-list-page'),
    [paths.createTime]: () => import('./pages/time-create-page'),
    [paths.games]: () => import('./pages/game-list-page'),
  }),
} satisfies RemoteModule

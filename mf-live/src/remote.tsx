import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'live',
  routes: pageRoutes({
    [paths.games]: () => import('./pages/game-list-page'),
    [paths.live]: () => import('./pages/game-live-page'),
  }),
} satisfies RemoteModule

import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'live',
  routes: pageRoutes({
    [paths.games]: () => import('./pages/game-list-page'),
    [paths.wall]: () => import('./pages/game-wall-page'),
    [paths.draws]: () => import('./pages/draw-list-page'),
    [paths.draw]: () => import('./pages/draw-details-page'),
    [paths.live]: () => import('./pages/game-live-page'),
    [paths.funTarget]: () => import('./pages/funtarget-live-page'),
    [paths.funRoullet]: () => import('./pages/funroullet-live-page'),
    [paths.onlinePlayers]: () => import('./pages/online-player-list-page'),
  }),
  publicRoutes: pageRoutes({ verify: () => import('./pages/record-verify-page') }),
} satisfies RemoteModule

import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'live',
  routes: pageRoutes({
    [paths.games]: () => import('./board/board-page'),
    [paths.wall]: () => import('./board/wall-page'),
    [paths.draws]: () => import('./draws/draw-list-page'),
    [paths.draw]: () => import('./draws/draw-details-page'),
    [paths.live]: () => import('./game/game-live-page'),
    [paths.funTarget]: () => import('./game/funtarget-live-page'),
    [paths.funRoullet]: () => import('./game/funroullet-live-page'),
    [paths.onlinePlayers]: () => import('./players/online-player-list-page'),
  }),
  publicRoutes: pageRoutes({ verify: () => import('./draws/record-verify-page') }),
} satisfies RemoteModule

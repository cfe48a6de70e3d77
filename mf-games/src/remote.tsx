import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'games',
  routes: pageRoutes({
    [paths.times]: () => import('./times/time-list-page'),
    [paths.createTime]: () => import('./times/time-create-page'),
    [paths.games]: () => import('./pages/game-list-page'),
    [paths.createGame]: () => import('./pages/game-create-page'),
    [paths.editGame]: () => import('./pages/game-edit-page'),
    [paths.describeGame]: () => import('./pages/game-description-page'),
    [paths.percentages]: () => import('./pages/percentage-list-page'),
  }),
} satisfies RemoteModule

import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

export default {
  id: 'games',
  routes: pageRoutes({
    [paths.times]: () => import('./times/time-list-page'),
    [paths.createTime]: () => import('./times/time-create-page'),
    [paths.games]: () => import('./games/game-list-page'),
    [paths.createGame]: () => import('./games/game-create-page'),
    [paths.editGame]: () => import('./games/game-edit-page'),
    [paths.describeGame]: () => import('./descriptions/game-description-page'),
    [paths.percentages]: () => import('./percentages/percentage-list-page'),
  }),
} satisfies RemoteModule

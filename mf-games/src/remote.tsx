import { lazyWithRetry } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

const TimeListPage = lazyWithRetry(() => import('./pages/time-list-page'))
const CreateTimePage = lazyWithRetry(() => import('./pages/create-time-page'))
const GameListPage = lazyWithRetry(() => import('./pages/game-list-page'))

export default {
  id: 'games',
  routes: [
    { path: paths.times, element: <TimeListPage /> },
    { path: paths.createTime, element: <CreateTimePage /> },
    { path: paths.games, element: <GameListPage /> },
  ],
} satisfies RemoteModule

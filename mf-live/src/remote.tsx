import { lazyWithRetry } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

const ChooseGamePage = lazyWithRetry(() => import('./pages/choose-game-page'))
const LiveGamePage = lazyWithRetry(() => import('./pages/live-game-page'))

export default {
  id: 'live',
  routes: [
    { path: paths.choose, element: <ChooseGamePage /> },
    { path: paths.live, element: <LiveGamePage /> },
  ],
} satisfies RemoteModule

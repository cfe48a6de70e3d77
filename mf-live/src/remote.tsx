import { lazyWithRetry } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

const Section = lazyWithRetry(() => import('./pages/section'))

export default {
  id: 'live',
  routes: [{ path: paths.game, element: <Section title="Live Result" /> }],
} satisfies RemoteModule

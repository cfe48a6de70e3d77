import { lazyWithRetry } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { paths } from './paths'

const Section = lazyWithRetry(() => import('./pages/section'))

export default {
  id: 'accounts',
  routes: [
    { path: paths.admin, element: <Section title="Admin" /> },
    { path: paths.superareamanager, element: <Section title="Super Area Manager" /> },
    { path: paths.areamanager, element: <Section title="Area Manager" /> },
    { path: paths.master, element: <Section title="Master" /> },
    { path: paths.player, element: <Section title="Player" /> },
    { path: paths.gift, element: <Section title="Gift" /> },
    { path: paths.loan, element: <Section title="Loan" /> },
    { path: paths.otc, element: <Section title="OTC" /> },
    { path: paths.profile, element: <Section title="Profile" /> },
  ],
} satisfies RemoteModule

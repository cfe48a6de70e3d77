import './accounts.css'
import { lazyWithRetry } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { levelRoles, levels } from './levels/levels'
import { LevelArea } from './routing/level-area'

const ProfilePage = lazyWithRetry(() => import('./pages/profile'))
const TreePage = lazyWithRetry(() => import('./pages/tree'))

const areas = levelRoles.map(role => ({
  path: `${role}/*`,
  element: <LevelArea key={role} level={levels[role]} />,
}))

export default {
  id: 'accounts',
  routes: [...areas, { path: 'tree', element: <TreePage /> }, { path: 'profile/*', element: <ProfilePage /> }],
} satisfies RemoteModule

import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { levelRoles, levels } from './levels/levels'
import { paths } from './paths'
import { LevelArea } from './routing/level-area'

const areas = levelRoles.map(role => ({
  path: `${role}/*`,
  // One key for all: what lies below a drawer stays as it is while the address changes to another level.
  element: <LevelArea key="level" level={levels[role]} />,
}))

export default {
  id: 'accounts',
  routes: [
    ...areas,
    ...pageRoutes({
      [paths.tree]: () => import('./pages/account-tree-page'),
      [paths.profile]: () => import('./pages/profile-details-page'),
      [paths.editProfile]: () => import('./pages/profile-edit-page'),
    }),
  ],
} satisfies RemoteModule

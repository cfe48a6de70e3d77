import { pageRoutes } from '@cascade/ui-kit'
import type { RemoteModule } from '@cascade/web-kit'
import { LevelArea } from './level-area'
import { levelRoles, levels } from './levels'
import { paths } from './paths'

const areas = levelRoles.map(role => ({
  path: `${role}/*`,
  // A shared key keeps the page below a drawer mounted when the URL changes to another level.
  element: <LevelArea key="level" level={levels[role]} />,
}))

export default {
  id: 'accounts',
  routes: [
    ...areas,
    ...pageRoutes({
      [paths.tree]: () => import('./tree/account-tree-page'),
      [paths.transfer]: () => import('./transfers/transfer-page'),
      [paths.runs]: () => import('./runs/run-list-page'),
      [paths.run]: () => import('./runs/run-page'),
      [paths.approvals]: () => import('./approvals/approval-list-page'),
      [paths.cash]: () => import('./cash/cash-page'),
      [paths.settlements]: () => import('./settlements/settlement-list-page'),
      [paths.announcements]: () => import('./announcements/announcement-list-page'),
      [paths.profile]: () => import('./profile/profile-details-page'),
      [paths.security]: () => import('./security/security-page'),
      [paths.editProfile]: () => import('./profile/profile-edit-page'),
    }),
  ],
} satisfies RemoteModule

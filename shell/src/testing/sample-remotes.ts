import type { RegisteredRemote } from '@cascade/web-kit'

export const sampleRemotes: RegisteredRemote[] = [
  {
    id: 'accounts',
    title: 'Accounts',
    version: '1',
    entry: '/mf/accounts/mf-manifest.json',
    bases: [
      { path: 'player', roles: ['superadmin', 'admin'], label: 'Player', group: 'Accounts', order: 20, shortcut: 'p' },
      { path: 'admin', roles: ['superadmin'], label: 'Admin', group: 'Accounts', order: 10, shortcut: 'a' },
      { path: 'game', roles: ['superadmin', 'admin'], order: 80 },
      { path: 'profile', roles: ['superadmin', 'admin'], order: 90 },
    ],
  },
  {
    id: 'reports',
    title: 'Reports',
    version: '1',
    entry: '/mf/reports/mf-manifest.json',
    publicPaths: ['check'],
    bases: [
      {
        path: 'commissionpayoutReport',
        roles: ['superadmin', 'admin'],
        menuRoles: ['superadmin'],
        label: 'Pending Commission',
        group: 'Reports',
        order: 30,
      },
    ],
  },
]

import { backOfficeRoles, type Role } from './roles'

const admins = ['superadmin', 'admin'] as const

/**
 * The permission matrix: every endpoint, button and base of a `remote.json` names a permission. It only says which
 * roles may call; the services restrict the objects to the caller's subtree.
 */
export const permissions = {
  'superadmin.manage': ['superadmin'],
  'policy.manage': ['superadmin'],
  'people.manage': backOfficeRoles,
  'admin.manage': ['superadmin'],
  'admin.read': admins,
  'superareamanager.manage': admins,
  'areamanager.manage': ['superadmin', 'admin', 'superareamanager'],
  'master.manage': ['superadmin', 'admin', 'superareamanager', 'areamanager'],
  'player.manage': backOfficeRoles,
  'gift.manage': admins,
  'loan.manage': admins,
  'otc.manage': admins,
  // Back-office roles edit their own profile through the path of their level.
  'admin.edit': admins,
  'superareamanager.edit': ['superadmin', 'admin', 'superareamanager'],
  'areamanager.edit': ['superadmin', 'admin', 'superareamanager', 'areamanager'],
  'master.edit': backOfficeRoles,
  'credit.issue': ['superadmin'],
  'credit.move': backOfficeRoles,
  'credit.read': backOfficeRoles,
  'credit.reverse': backOfficeRoles,
  'cash.record': backOfficeRoles,
  'tree.read': backOfficeRoles,
  'places.read': backOfficeRoles,
  'ledger.verify': ['superadmin'],
  'counts.read': backOfficeRoles,
  'times.read': admins,
  'times.write': ['superadmin'],
  'games.read': admins,
  'games.write': ['superadmin'],
  // A super area manager can open the page by URL and sees no rows.
  'percentages.read': ['superadmin', 'admin', 'superareamanager'],
  'percentages.write': admins,
  'live.control': admins,
  // Shortcut pages of two games; they show the games of the signed-in admin.
  'live.shortcuts': ['admin'],
  'bets.place': ['player'],
  // Players only their own.
  'tickets.void': [...admins, 'player'],
  'history.read': backOfficeRoles,
  'reports.read': backOfficeRoles,
  'admincommission.read': admins,
  'complaints.manage': admins,
  'cases.manage': backOfficeRoles,
  'cases.own': ['player'],
  'watch.rules': admins,
  'backups.manage': ['admin'],
  'history.clear': ['admin'],
  'profile.own': backOfficeRoles,
  'views.keep': backOfficeRoles,
  'runs.manage': backOfficeRoles,
  'announcements.manage': backOfficeRoles,
  'approvals.decide': backOfficeRoles,
  'remotes.manage': ['superadmin'],
  'vitals.tell': backOfficeRoles,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** `public` needs no token; `any` accepts any signed-in role. */
export type Access = Permission | 'public' | 'any'

export const rolesOf = (access: Access): readonly Role[] | 'public' | 'any' =>
  access === 'public' || access === 'any' ? access : permissions[access]

export function can(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly Role[]).includes(role)
}

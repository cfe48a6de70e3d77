import { backOfficeRoles, type Role } from './roles'

const admins = ['superadmin', 'admin'] as const

/**
 * Who may do what, written once: every endpoint, verb and button names a permission, and so does every base in a
 * `remote.json`, whose build resolves it to roles. A permission only opens the door; which objects it may touch is
 * decided by the subtree, in the service.
 */
export const permissions = {
  'superadmin.manage': ['superadmin'],
  'admin.manage': ['superadmin'],
  'admin.read': admins,
  'superareamanager.manage': admins,
  'areamanager.manage': ['superadmin', 'admin', 'superareamanager'],
  'master.manage': ['superadmin', 'admin', 'superareamanager', 'areamanager'],
  'player.manage': backOfficeRoles,
  'gift.manage': admins,
  'loan.manage': admins,
  'otc.manage': admins,
  // Back-office roles edit their own profile at the base of their level.
  'admin.edit': admins,
  'superareamanager.edit': ['superadmin', 'admin', 'superareamanager'],
  'areamanager.edit': ['superadmin', 'admin', 'superareamanager', 'areamanager'],
  'master.edit': backOfficeRoles,
  'credit.issue': ['superadmin'],
  'credit.read': backOfficeRoles,
  'tree.read': backOfficeRoles,
  'places.read': backOfficeRoles,
  'ledger.verify': ['superadmin'],
  'counts.read': backOfficeRoles,
  'times.read': admins,
  'times.write': ['superadmin'],
  'games.read': admins,
  'games.write': ['superadmin'],
  // A super area manager may open the page by its address and finds it empty.
  'percentages.read': ['superadmin', 'admin', 'superareamanager'],
  'percentages.write': admins,
  'live.control': admins,
  // Pages of two games that are always those of the admin who looks.
  'live.shortcuts': ['admin'],
  'bets.place': ['player'],
  'history.read': backOfficeRoles,
  'reports.read': backOfficeRoles,
  'admincommission.read': admins,
  'complaints.manage': admins,
  'backups.manage': ['admin'],
  'history.clear': ['admin'],
  'profile.own': backOfficeRoles,
  'views.keep': backOfficeRoles,
  'runs.manage': backOfficeRoles,
  'vitals.tell': backOfficeRoles,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** `public` needs no token, `any` any signed-in role. */
export type Access = Permission | 'public' | 'any'

/** The roles that an access opens to. */
export const rolesOf = (access: Access): readonly Role[] | 'public' | 'any' =>
  access === 'public' || access === 'any' ? access : permissions[access]

export function can(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly Role[]).includes(role)
}

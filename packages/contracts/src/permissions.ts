import { backOfficeRoles, type Role, roles } from './roles'

const admins = ['superadmin', 'admin'] as const

/**
 * Who may do what: the one matrix behind the menu, the route guard, the buttons, the gateway and the tests.
 * A role here only opens the door; which objects it may touch is decided by the subtree, in the service.
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
  'credit.issue': ['superadmin'],
  'counts.read': backOfficeRoles,
  'times.read': admins,
  'times.write': ['superadmin'],
  'games.read': admins,
  'games.write': ['superadmin'],
  'percentages.read': ['superadmin', 'admin', 'superareamanager'],
  'percentages.write': admins,
  'live.control': admins,
  'reports.read': backOfficeRoles,
  'admincommission.read': admins,
  'complaints.manage': admins,
  'backups.manage': ['admin'],
  'history.clear': ['admin'],
  'session.own': roles,
  'bets.place': ['player'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function can(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly Role[]).includes(role)
}

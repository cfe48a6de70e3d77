import { z } from 'zod'

/** The account tree from top to bottom. A parent is exactly one level up. */
export const treeRoles = ['superadmin', 'admin', 'superareamanager', 'areamanager', 'master', 'player'] as const
/** Credit accounts below an admin, without a login. */
export const sideRoles = ['gift', 'loan', 'otc'] as const
/** `user` is the role of public signups: it can sign in and manages nothing. */
export const roles = [...treeRoles, ...sideRoles, 'user'] as const
/** Roles with a back-office area `/{role}/*`. */
export const backOfficeRoles = ['superadmin', 'admin', 'superareamanager', 'areamanager', 'master'] as const

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
export type TreeRole = (typeof treeRoles)[number]
export type SideRole = (typeof sideRoles)[number]
/** A role with its own base path, lists, forms and credit screens. */
export type AccountRole = TreeRole | SideRole
export type BackOfficeRole = (typeof backOfficeRoles)[number]

export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role)
export const isTreeRole = (role: string): role is TreeRole => (treeRoles as readonly string[]).includes(role)
export const isSideRole = (role: string): role is SideRole => (sideRoles as readonly string[]).includes(role)
export const isBackOfficeRole = (role: string): role is BackOfficeRole =>
  (backOfficeRoles as readonly string[]).includes(role)

/** Role names that the specification uses in requests. */
export const roleAliases: Readonly<Record<string, Role>> = {
  superdistributor: 'superareamanager',
  distributor: 'areamanager',
  retailer: 'master',
}

export const roleLabels: Readonly<Record<Role, string>> = {
  superadmin: 'Super Admin',
  admin: 'Admin',
  superareamanager: 'Super Area Manager',
  areamanager: 'Area Manager',
  master: 'Master',
  player: 'Player',
  gift: 'Gift',
  loan: 'Loan',
  otc: 'OTC',
  user: 'User',
}

/**
 * The role of the parents of `role`.
 * @returns undefined for superadmin and user, which have no parent
 */
export function parentRoleOf(role: Role): TreeRole | undefined {
  if (isSideRole(role)) return 'admin'
  if (!isTreeRole(role)) return undefined
  return treeRoles[treeRoles.indexOf(role) - 1]
}

/** The role one level down; undefined for player and the side roles. */
export function childRoleOf(role: Role): TreeRole | undefined {
  return isTreeRole(role) ? treeRoles[treeRoles.indexOf(role) + 1] : undefined
}

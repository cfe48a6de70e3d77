import { z } from 'zod'
import { changesState } from './changes-state'
import type { AnyEndpoint } from './endpoint'
import { can, type Permission, permissions } from './permissions'
import type { Role } from './roles'

const names = Object.keys(permissions) as Permission[]
/** A permission, or its calls that change nothing. */
export type Right = Permission | `${Permission}:read`
const readOf = (permission: Permission): Right => `${permission}:read`
export const Right = z.enum([...names, ...names.map(readOf)] as [Right, ...Right[]])

/** A person who acts for an account, with the rights in force. */
export const ActingPerson = z.object({ id: z.string(), name: z.string(), rights: z.array(Right) })
export type ActingPerson = z.infer<typeof ActingPerson>

/** Rights that the people of every account can have, besides the account's own. */
export const standardRights = ['manager', 'cashier', 'live', 'auditor'] as const
export type StandardRights = (typeof standardRights)[number]

/** Reserved to the login of the account itself and to those above. */
const ownerOnly: readonly Permission[] = [
  ...(['people.manage', 'policy.manage', 'superadmin.manage', 'backups.manage', 'history.clear'] as const),
]
/** Every person has them: the own profile with password and factors, saved views, telemetry. */
export const personalRights = ['profile.own', 'views.keep', 'vitals.tell'] as const satisfies readonly Permission[]
const isPersonal = (permission: Permission) => personalRights.some(each => each === permission)

const accountReads = (
  [
    'superadmin.manage',
    'admin.manage',
    'admin.read',
    'superareamanager.manage',
    'areamanager.manage',
    'master.manage',
    'player.manage',
    'gift.manage',
    'loan.manage',
    'otc.manage',
  ] as const
).map(readOf)
const branchReads: readonly Right[] = [
  ...(['counts.read', 'tree.read', 'places.read', 'reports.read'] as const),
  'approvals.decide:read',
]

const standard: Record<StandardRights, (role: Role) => readonly Right[]> = {
  manager: role => permissionsOf(role).filter(permission => !ownerOnly.includes(permission)),
  cashier: () => [
    ...personalRights,
    ...accountReads,
    ...branchReads,
    ...(['credit.move', 'credit.read', 'credit.reverse', 'cash.record', 'runs.manage', 'history.read'] as const),
  ],
  live: () => [
    ...personalRights,
    ...branchReads,
    ...(['live.control', 'live.shortcuts', 'tickets.void', 'history.read'] as const),
    ...(['games.read', 'times.read', 'percentages.read'] as const),
  ],
  auditor: role => [
    ...personalRights,
    ...permissionsOf(role)
      .filter(permission => permission !== 'backups.manage' && !isPersonal(permission))
      .map(readOf),
  ],
}

const permissionsOf = (role: Role): readonly Permission[] =>
  (Object.keys(permissions) as Permission[]).filter(permission => can(role, permission))

/** The standard rights of an account's people: at most the permissions of its role. */
export const standardRightsOf = (name: StandardRights, role: Role): readonly Right[] =>
  standard[name](role).filter(right => can(role, permissionOf(right)))

/** The permission that a right is about. */
export const permissionOf = (right: Right) => right.replace(/:read$/, '') as Permission

/** True if the rights contain a permission, at least for reading. */
export const includesPermission = (rights: readonly Right[], permission: Permission): boolean =>
  rights.includes(permission) || rights.includes(readOf(permission))

/**
 * True if a user may open the screens behind a permission: the role has it, and a person may at least read.
 * @param permission an unknown one, of a remote that is newer than this build, is decided by the service
 */
export function mayOpen(
  { role, person }: { role: Role; person?: ActingPerson | undefined },
  permission: string,
): boolean {
  const found = names.find(name => name === permission)
  return found === undefined || (can(role, found) && (!person || includesPermission(person.rights, found)))
}

/** True if a session that views as another login may call an endpoint, within the rights of that login. */
export const isViewable = (endpoint: AnyEndpoint): boolean => !changesState(endpoint) || endpoint.duringView === true

/**
 * True if a person may call an endpoint of the account's role. Calls of permission `any` concern the person's
 * own login, or read what the role may read.
 */
export function isWithinRights(rights: readonly Right[], endpoint: AnyEndpoint): boolean {
  const needed = endpoint.right ?? endpoint.permission
  if (needed === 'public' || needed === 'any') return true
  return rights.includes(needed) || (!changesState(endpoint) && rights.includes(readOf(needed)))
}

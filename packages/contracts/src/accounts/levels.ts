import { type Permission, permissions } from '../permissions'
import { type AccountRole, type Role, type SideRole, sideRoles, treeRoles } from '../roles'

/** Messages exactly as the specification words them. */
type Messages = {
  createFailed: string
  deleteFailed: string
  deleted: string
  /** Overrides for calls below one parent. */
  childCreateFailed?: string
  childDeleted?: string
}

/** One level of accounts. A new level needs an entry below, its screens in mf-accounts and a line in `remote.json`. */
export type AccountLevel = Required<Messages> & {
  role: AccountRole
  /** First path segment of the level's calls, e.g. `/admins/all`. */
  path: string
  /** Key of the updated accounts in credit responses. */
  list: string
  /** Whether the level has calls for its children. */
  children: boolean
}

type LevelSpec = { role: AccountRole; path: string; list: string; messages: Messages }

const toLevel = ({ role, path, list, messages }: LevelSpec): AccountLevel => ({
  role,
  path,
  list,
  children: (treeRoles as readonly string[]).includes(role) && role !== 'player',
  childCreateFailed: messages.createFailed,
  childDeleted: messages.deleted,
  ...messages,
})

const sideLevel = (role: SideRole): LevelSpec => ({
  role,
  path: role,
  list: `${role}s`,
  messages: {
    createFailed: `Failed to create ${role}.`,
    deleteFailed: `Failed to delete ${role}.`,
    deleted: `${role} deleted successfully.`,
  },
})

const specs: readonly LevelSpec[] = [
  {
    role: 'superadmin',
    path: 'superadmins',
    list: 'superadmins',
    messages: {
      createFailed: 'Failed to create superadmin.',
      deleteFailed: 'Failed to delete superadmin.',
      deleted: 'superadmin deleted successfully.',
    },
  },
  {
    role: 'admin',
    path: 'admins',
    list: 'admins',
    messages: {
      createFailed: 'Failed to create admin.',
      deleteFailed: 'Failed to delete admin.',
      deleted: 'Admin deleted successfully.',
    },
  },
  {
    role: 'superareamanager',
    path: 'superareamanager',
    list: 'superareamanagers',
    messages: {
      createFailed: 'Failed to create superdistributors.',
      childCreateFailed: 'Failed to create super area manager.',
      deleteFailed: 'Failed to delete SuperDistributors.',
      deleted: 'superareamanager deleted successfully.',
      childDeleted: 'SuperDistributors deleted successfully.',
    },
  },
  {
    role: 'areamanager',
    path: 'areamanager',
    list: 'areamanagers',
    messages: {
      createFailed: 'Failed to create area manager.',
      deleteFailed: 'Failed to delete SuperDistributors.',
      deleted: 'areamanager deleted successfully.',
    },
  },
  {
    role: 'master',
    path: 'master',
    list: 'masters',
    messages: {
      createFailed: 'Failed to create master.',
      deleteFailed: 'Failed to delete master.',
      deleted: 'master deleted successfully.',
    },
  },
  {
    role: 'player',
    path: 'player',
    list: 'players',
    messages: {
      createFailed: 'Failed to create superretailers.',
      childCreateFailed: 'Failed to create player.',
      deleteFailed: 'Failed to delete player.',
      deleted: 'player deleted successfully.',
    },
  },
  ...sideRoles.map(sideLevel),
]

export const accountLevels: readonly AccountLevel[] = specs.map(toLevel)

/** @throws Error for a role without accounts, a programming error */
export function levelOf(role: Role): AccountLevel {
  const found = accountLevels.find(level => level.role === role)
  if (!found) throw new Error(`No account level for role ${role}`)
  return found
}

export const managersOf = (role: AccountRole): readonly Role[] => permissions[`${role}.manage` satisfies Permission]

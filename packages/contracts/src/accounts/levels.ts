import { type Permission, permissions } from '../permissions'
import { type AccountRole, type Role, sideRoles, treeRoles } from '../roles'

/** What one level of accounts is called in paths, answers and messages. A new level is a line here. */
export type AccountBase = {
  role: AccountRole
  /** First segment of the level's calls, e.g. `/admins/all`. */
  path: string
  /** Name of the updated list in credit answers. */
  list: string
  /** Whether the level has children calls below it. */
  children: boolean
  /** Fallback texts, literally as the specification has them. `childFailed` is shown on the children path. */
  createFailed: string
  childCreateFailed: string
  deleteFailed: string
  deleted: string
  childDeleted: string
}

type Texts = Pick<AccountBase, 'createFailed' | 'deleteFailed' | 'deleted'> &
  Partial<Pick<AccountBase, 'childCreateFailed' | 'childDeleted'>>

const base = (role: AccountRole, path: string, list: string, texts: Texts): AccountBase => ({
  role,
  path,
  list,
  children: (treeRoles as readonly string[]).includes(role) && role !== 'player',
  childCreateFailed: texts.createFailed,
  childDeleted: texts.deleted,
  ...texts,
})

const side = (role: AccountRole): AccountBase =>
  base(role, role, `${role}s`, {
    createFailed: `Failed to create ${role}.`,
    deleteFailed: `Failed to delete ${role}.`,
    deleted: `${role} deleted successfully.`,
  })

export const accountBases: readonly AccountBase[] = [
  base('superadmin', 'superadmins', 'superadmins', {
    createFailed: 'Failed to create superadmin.',
    deleteFailed: 'Failed to delete superadmin.',
    deleted: 'superadmin deleted successfully.',
  }),
  base('admin', 'admins', 'admins', {
    createFailed: 'Failed to create admin.',
    deleteFailed: 'Failed to delete admin.',
    deleted: 'Admin deleted successfully.',
  }),
  base('superareamanager', 'superareamanager', 'superareamanagers', {
    createFailed: 'Failed to create superdistributors.',
    childCreateFailed: 'Failed to create super area manager.',
    deleteFailed: 'Failed to delete SuperDistributors.',
    deleted: 'superareamanager deleted successfully.',
    childDeleted: 'SuperDistributors deleted successfully.',
  }),
  base('areamanager', 'areamanager', 'areamanagers', {
    createFailed: 'Failed to create area manager.',
    deleteFailed: 'Failed to delete SuperDistributors.',
    deleted: 'areamanager deleted successfully.',
  }),
  base('master', 'master', 'masters', {
    createFailed: 'Failed to create master.',
    deleteFailed: 'Failed to delete master.',
    deleted: 'master deleted successfully.',
  }),
  base('player', 'player', 'players', {
    createFailed: 'Failed to create superretailers.',
    childCreateFailed: 'Failed to create player.',
    deleteFailed: 'Failed to delete player.',
    deleted: 'player deleted successfully.',
  }),
  ...sideRoles.map(side),
]

/** @throws Error for a role without a base: the caller's own mistake. */
export function baseOf(role: Role): AccountBase {
  const found = accountBases.find(entry => entry.role === role)
  if (!found) throw new Error(`No account base for role ${role}`)
  return found
}

export const managersOf = (role: AccountRole): readonly Role[] => permissions[`${role}.manage` satisfies Permission]

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

export type AccountColumn =
  | ('no' | 'username' | 'refId' | 'uniqueId' | 'points' | 'games' | 'isOnline' | 'createdAt' | 'lastLogin' | 'action')
  | ('branchBalance' | 'directBelow' | 'allBelow')
export type AccountAction = 'edit' | 'credittransfer' | 'creditadjust' | 'toggle' | 'delete' | 'logout'
type Sheet = { file: string; sheet: string }

/**
 * Titles, labels and options of the screens of a level, spelled as in the specification, including its inconsistencies.
 */
export type LevelScreens = {
  /** Heading of the list. */
  title: string
  /** Spelling of the column; it differs between the lists. */
  uniqueIdLabel: 'Unique ID' | 'Unique Id'
  columns: readonly AccountColumn[]
  /** Whether usernames link to the details. */
  linked: boolean
  actions: readonly AccountAction[]
  /** Absent if no screen creates accounts of this level. */
  create?: { button: string; title: string; childButton?: string }
  editTitle: string
  transferTitle: string
  adjustTitle: string
  /** `false`: the specification excludes an export. Absent: it does not mention one. */
  export?: Sheet | false
  childExport?: Sheet
}

/** One level of accounts. A new level needs an entry below and a line in `remote.json` of mf-accounts. */
export type AccountLevel = Required<Messages> & {
  role: AccountRole
  /** First path segment of the level's calls, e.g. `/admins/all`. */
  path: string
  /** Key of the updated accounts in credit responses. */
  list: string
  /** Whether the level has calls for its children. */
  children: boolean
  /** Absent for superadmins, who are managed only through the API. */
  screens?: LevelScreens
}

const treeActions = ['edit', 'credittransfer', 'creditadjust', 'toggle', 'delete'] as const
const branch = ['branchBalance', 'directBelow', 'allBelow'] as const
const above = ['no', 'username', 'refId', 'uniqueId', 'points', ...branch, 'createdAt', 'action'] as const

const buildTitles = (name: string) => ({
  editTitle: `Edit ${name}`,
  transferTitle: `${name} Credit Transfer`,
  adjustTitle: `${name} Credit Adjust`,
})

type Entry = { role: AccountRole; path: string; list: string; messages: Messages; screens?: LevelScreens }

const toLevel = ({ role, path, list, messages, screens }: Entry): AccountLevel => ({
  role,
  path,
  list,
  children: (treeRoles as readonly string[]).includes(role) && role !== 'player',
  childCreateFailed: messages.createFailed,
  childDeleted: messages.deleted,
  ...messages,
  ...(screens ? { screens } : {}),
})

const sideNames: Readonly<Record<SideRole, { title: string; name: string; edit: string }>> = {
  gift: { title: 'Gift', name: 'Gift', edit: 'Gift' },
  loan: { title: 'Loan', name: 'Loan', edit: 'Gift' },
  otc: { title: 'Otc', name: 'OTC', edit: 'OTC' },
}

function sideLevel(role: SideRole): Entry {
  const { title, name, edit } = sideNames[role]
  return {
    role,
    path: role,
    list: `${role}s`,
    messages: {
      createFailed: `Failed to create ${role}.`,
      deleteFailed: `Failed to delete ${role}.`,
      deleted: `${role} deleted successfully.`,
    },
    screens: {
      ...buildTitles(name),
      title,
      uniqueIdLabel: 'Unique Id',
      columns: ['no', 'username', 'refId', 'uniqueId', 'points', 'createdAt', 'action'],
      linked: false,
      actions: ['edit', 'credittransfer', 'creditadjust'],
      editTitle: `Edit ${edit}`,
    },
  }
}

const entries: readonly Entry[] = [
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
    screens: {
      ...buildTitles('Admin'),
      title: 'Admin',
      uniqueIdLabel: 'Unique ID',
      columns: ['no', 'username', 'refId', 'uniqueId', 'points', ...branch, 'games', 'createdAt', 'action'],
      linked: true,
      actions: treeActions,
      create: { button: 'Add Admin', title: 'Add Admin' },
      export: { file: 'AdminsList.xlsx', sheet: 'Admins' },
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
    screens: {
      ...buildTitles('Super Area Manager'),
      title: 'Super Area Manager',
      uniqueIdLabel: 'Unique ID',
      columns: above,
      linked: true,
      actions: treeActions,
      create: {
        button: 'Add Super Area Manager',
        title: 'Add Super Area Manager',
        childButton: 'Add Super Area manager',
      },
      export: { file: 'superareamanagerList.xlsx', sheet: 'Super Area Manager' },
      childExport: { file: 'SuperDistributorsList.xlsx', sheet: 'Super Area Manager' },
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
    screens: {
      ...buildTitles('Area Manager'),
      title: 'Area Manager',
      uniqueIdLabel: 'Unique Id',
      columns: above,
      linked: true,
      actions: treeActions,
      create: { button: 'Add Area Manager', title: 'Add Area Managers' },
      export: false,
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
    screens: {
      ...buildTitles('Master'),
      title: 'Master',
      uniqueIdLabel: 'Unique Id',
      columns: above,
      linked: true,
      actions: treeActions,
      create: { button: 'Add Master', title: 'Add Master' },
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
    screens: {
      ...buildTitles('Player'),
      title: 'Player',
      uniqueIdLabel: 'Unique Id',
      columns: ['no', 'username', 'refId', 'uniqueId', 'points', 'isOnline', 'lastLogin', 'action'],
      linked: true,
      actions: [...treeActions, 'logout'],
      create: { button: 'Add Player', title: 'Add Player' },
      export: { file: 'playersList.xlsx', sheet: 'player' },
    },
  },
  ...sideRoles.map(sideLevel),
]

export const accountLevels: readonly AccountLevel[] = entries.map(toLevel)

/** @throws Error for a role without accounts, a programming error */
export function levelOf(role: Role): AccountLevel {
  const found = accountLevels.find(entry => entry.role === role)
  if (!found) throw new Error(`No account level for role ${role}`)
  return found
}

export const managersOf = (role: AccountRole): readonly Role[] => permissions[`${role}.manage` satisfies Permission]

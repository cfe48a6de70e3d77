import type { AccountRole, SideRole } from '@cascade/contracts'

/** Levels with screens; superadmins are managed through the API only. */
export type LevelRole = Exclude<AccountRole, 'superadmin'>

export type AccountColumn =
  | ('no' | 'username' | 'refId' | 'uniqueId' | 'points' | 'games' | 'isOnline' | 'createdAt' | 'lastLogin' | 'action')
  | ('branchBalance' | 'directBelow' | 'allBelow')
export type AccountAction = 'edit' | 'credittransfer' | 'creditadjust' | 'toggle' | 'delete' | 'logout'
type Sheet = { file: string; sheet: string }

/**
 * Titles, labels and options of the screens of a level, spelled as in the specification, including its inconsistencies.
 */
type LevelScreens = {
  /** Heading of the list. */
  title: string
  /** Spelling of the column; it differs between the lists. */
  uniqueIdLabel: 'Unique ID' | 'Unique Id'
  columns: readonly AccountColumn[]
  /** Usernames link to the details page. */
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

/** Screen settings of a level; `role` is also the first segment of its routes. */
export type Level = LevelScreens & { role: LevelRole }

const treeActions = ['edit', 'credittransfer', 'creditadjust', 'toggle', 'delete'] as const
const branch = ['branchBalance', 'directBelow', 'allBelow'] as const
const above = ['no', 'username', 'refId', 'uniqueId', 'points', ...branch, 'createdAt', 'action'] as const

const buildTitles = (name: string) => ({
  editTitle: `Edit ${name}`,
  transferTitle: `${name} Credit Transfer`,
  adjustTitle: `${name} Credit Adjust`,
})

const sideLevel = (role: SideRole, title: string, name: string, edited = name): Level => ({
  ...buildTitles(name),
  role,
  title,
  uniqueIdLabel: 'Unique Id',
  columns: ['no', 'username', 'refId', 'uniqueId', 'points', 'createdAt', 'action'],
  linked: false,
  actions: ['edit', 'credittransfer', 'creditadjust'],
  editTitle: `Edit ${edited}`,
})

export const levels: Readonly<Record<LevelRole, Level>> = {
  admin: {
    ...buildTitles('Admin'),
    role: 'admin',
    title: 'Admin',
    uniqueIdLabel: 'Unique ID',
    columns: ['no', 'username', 'refId', 'uniqueId', 'points', ...branch, 'games', 'createdAt', 'action'],
    linked: true,
    actions: treeActions,
    create: { button: 'Add Admin', title: 'Add Admin' },
    export: { file: 'AdminsList.xlsx', sheet: 'Admins' },
  },
  superareamanager: {
    ...buildTitles('Super Area Manager'),
    role: 'superareamanager',
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
  areamanager: {
    ...buildTitles('Area Manager'),
    role: 'areamanager',
    title: 'Area Manager',
    uniqueIdLabel: 'Unique Id',
    columns: above,
    linked: true,
    actions: treeActions,
    create: { button: 'Add Area Manager', title: 'Add Area Managers' },
    export: false,
  },
  master: {
    ...buildTitles('Master'),
    role: 'master',
    title: 'Master',
    uniqueIdLabel: 'Unique Id',
    columns: above,
    linked: true,
    actions: treeActions,
    create: { button: 'Add Master', title: 'Add Master' },
  },
  player: {
    ...buildTitles('Player'),
    role: 'player',
    title: 'Player',
    uniqueIdLabel: 'Unique Id',
    columns: ['no', 'username', 'refId', 'uniqueId', 'points', 'isOnline', 'lastLogin', 'action'],
    linked: true,
    actions: [...treeActions, 'logout'],
    create: { button: 'Add Player', title: 'Add Player' },
    export: { file: 'playersList.xlsx', sheet: 'player' },
  },
  gift: sideLevel('gift', 'Gift', 'Gift'),
  loan: sideLevel('loan', 'Loan', 'Loan', 'Gift'),
  otc: sideLevel('otc', 'Otc', 'OTC'),
}

export const levelRoles = Object.keys(levels) as readonly LevelRole[]
export const isLevelRole = (role: string): role is LevelRole => role in levels

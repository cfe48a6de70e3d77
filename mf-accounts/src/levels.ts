import type { AccountRole, SideRole } from '@cascade/contracts'

/** The levels that have screens here; superadmins are managed through the API only. */
export type LevelRole = Exclude<AccountRole, 'superadmin'>

export type ColumnName =
  | 'no'
  | 'username'
  | 'refId'
  | 'uniqueId'
  | 'points'
  | 'branchBalance'
  | 'directBelow'
  | 'allBelow'
  | 'games'
  | 'isOnline'
  | 'createdAt'
  | 'lastLogin'
  | 'action'
export type RowAction = 'edit' | 'credittransfer' | 'creditadjust' | 'toggle' | 'delete' | 'logout'

export type LevelExport = { file: string; sheet: string }

/** All that differs between the levels. A new level is one more entry of `levels`. */
export type Level = {
  /** Also the first segment of the level's addresses, below `/{role}/`. */
  role: LevelRole
  /** Heading of the list. */
  title: string
  /** Literal spelling of the column, which is not the same on every list. */
  uniqueIdLabel: 'Unique ID' | 'Unique Id'
  columns: readonly ColumnName[]
  /** Whether usernames lead to details. */
  linked: boolean
  actions: readonly RowAction[]
  /** Absent where accounts of the level cannot be created here. */
  create?: { button: string; title: string /** The button below one parent. */; childButton?: string }
  editTitle: string
  transferTitle: string
  adjustTitle: string
  /** `false` where the specification says that there is none; absent where it says nothing. */
  export?: LevelExport | false
  childExport?: LevelExport
}

const tree = ['edit', 'credittransfer', 'creditadjust', 'toggle', 'delete'] as const
const credit = ['edit', 'credittransfer', 'creditadjust'] as const
const branch = ['branchBalance', 'directBelow', 'allBelow'] as const
const common = ['no', 'username', 'refId', 'uniqueId', 'points', 'createdAt', 'action'] as const
const above = ['no', 'username', 'refId', 'uniqueId', 'points', ...branch, 'createdAt', 'action'] as const

const side = (role: SideRole, title: string, name: string, editTitle: string): Level => ({
  role,
  title,
  uniqueIdLabel: 'Unique Id',
  columns: common,
  linked: false,
  actions: credit,
  editTitle,
  transferTitle: `${name} Credit Transfer`,
  adjustTitle: `${name} Credit Adjust`,
})

/** Spellings, titles and files are those of the specification, its inconsistencies included. */
export const levels: Readonly<Record<LevelRole, Level>> = {
  admin: {
    role: 'admin',
    title: 'Admin',
    uniqueIdLabel: 'Unique ID',
    columns: ['no', 'username', 'refId', 'uniqueId', 'points', ...branch, 'games', 'createdAt', 'action'],
    linked: true,
    actions: tree,
    create: { button: 'Add Admin', title: 'Add Admin' },
    editTitle: 'Edit Admin',
    transferTitle: 'Admin Credit Transfer',
    adjustTitle: 'Admin Credit Adjust',
    export: { file: 'AdminsList.xlsx', sheet: 'Admins' },
  },
  superareamanager: {
    role: 'superareamanager',
    title: 'Super Area Manager',
    uniqueIdLabel: 'Unique ID',
    columns: above,
    linked: true,
    actions: tree,
    create: {
      button: 'Add Super Area Manager',
      title: 'Add Super Area Manager',
      childButton: 'Add Super Area manager',
    },
    editTitle: 'Edit Super Area Manager',
    transferTitle: 'Super Area Manager Credit Transfer',
    adjustTitle: 'Super Area Manager Credit Adjust',
    export: { file: 'superareamanagerList.xlsx', sheet: 'Super Area Manager' },
    childExport: { file: 'SuperDistributorsList.xlsx', sheet: 'Super Area Manager' },
  },
  areamanager: {
    role: 'areamanager',
    title: 'Area Manager',
    uniqueIdLabel: 'Unique Id',
    columns: above,
    linked: true,
    actions: tree,
    create: { button: 'Add Area Manager', title: 'Add Area Managers' },
    editTitle: 'Edit Area Manager',
    transferTitle: 'Area Manager Credit Transfer',
    adjustTitle: 'Area Manager Credit Adjust',
    export: false,
  },
  master: {
    role: 'master',
    title: 'Master',
    uniqueIdLabel: 'Unique Id',
    columns: above,
    linked: true,
    actions: tree,
    create: { button: 'Add Master', title: 'Add Master' },
    editTitle: 'Edit Master',
    transferTitle: 'Master Credit Transfer',
    adjustTitle: 'Master Credit Adjust',
  },
  player: {
    role: 'player',
    title: 'Player',
    uniqueIdLabel: 'Unique Id',
    columns: ['no', 'username', 'refId', 'uniqueId', 'points', 'isOnline', 'lastLogin', 'action'],
    linked: true,
    actions: [...tree, 'logout'],
    create: { button: 'Add Player', title: 'Add Player' },
    editTitle: 'Edit Player',
    transferTitle: 'Player Credit Transfer',
    adjustTitle: 'Player Credit Adjust',
    export: { file: 'playersList.xlsx', sheet: 'player' },
  },
  gift: side('gift', 'Gift', 'Gift', 'Edit Gift'),
  loan: side('loan', 'Loan', 'Loan', 'Edit Gift'),
  otc: side('otc', 'Otc', 'OTC', 'Edit OTC'),
}

export const levelRoles = Object.keys(levels) as readonly LevelRole[]
export const isLevelRole = (role: string): role is LevelRole => role in levels

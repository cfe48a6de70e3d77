import type { AccountRole, BackOfficeRole } from '@cascade/contracts'

/** A level that has screens. */
export type Level = Exclude<AccountRole, 'superadmin'>

/** What the screens of a level say, copied from the specification and not from the code under test. */
export type LevelTexts = {
  list: string
  columns: readonly string[]
  /** The button above the list, the one below a parent, and the title of the form. */
  add?: { button: string; below: string; title: string }
  edit: string
  transfer: string
  adjust: string
  /** Server's words after a delete from the list and from the parent's details. */
  deleted: string
  deletedBelow: string
  rowActions: readonly string[]
}

const columns = (uniqueId: string) => ['No', 'UserName', 'Refer ID', uniqueId, 'Points', 'Date & Time', 'Action']
const five = ['Edit', 'Credit Transfer', 'Credit Adjust', 'Deactivate', 'Delete'] as const
const three = ['Edit', 'Credit Transfer', 'Credit Adjust'] as const
const add = (button: string, title = button, below = button) => ({ button, title, below })

export const levelTexts: Readonly<Record<Level, LevelTexts>> = {
  admin: {
    list: 'Admin',
    columns: ['No', 'UserName', 'Refer ID', 'Unique ID', 'Points', 'Games', 'Date & Time', 'Action'],
    add: add('Add Admin'),
    edit: 'Edit Admin',
    transfer: 'Admin Credit Transfer',
    adjust: 'Admin Credit Adjust',
    deleted: 'Admin deleted successfully.',
    deletedBelow: 'Admin deleted successfully.',
    rowActions: five,
  },
  superareamanager: {
    list: 'Super Area Manager',
    columns: columns('Unique ID'),
    add: add('Add Super Area Manager', 'Add Super Area Manager', 'Add Super Area manager'),
    edit: 'Edit Super Area Manager',
    transfer: 'Super Area Manager Credit Transfer',
    adjust: 'Super Area Manager Credit Adjust',
    deleted: 'superareamanager deleted successfully.',
    deletedBelow: 'SuperDistributors deleted successfully.',
    rowActions: five,
  },
  areamanager: {
    list: 'Area Manager',
    columns: columns('Unique Id'),
    add: add('Add Area Manager', 'Add Area Managers'),
    edit: 'Edit Area Manager',
    transfer: 'Area Manager Credit Transfer',
    adjust: 'Area Manager Credit Adjust',
    deleted: 'areamanager deleted successfully.',
    deletedBelow: 'areamanager deleted successfully.',
    rowActions: five,
  },
  master: {
    list: 'Master',
    columns: columns('Unique Id'),
    add: add('Add Master'),
    edit: 'Edit Master',
    transfer: 'Master Credit Transfer',
    adjust: 'Master Credit Adjust',
    deleted: 'master deleted successfully.',
    deletedBelow: 'master deleted successfully.',
    rowActions: five,
  },
  player: {
    list: 'Player',
    columns: ['No', 'UserName', 'Refer ID', 'Unique Id', 'Points', 'Is Online', 'Last Login', 'Action'],
    add: add('Add Player'),
    edit: 'Edit Player',
    transfer: 'Player Credit Transfer',
    adjust: 'Player Credit Adjust',
    deleted: 'player deleted successfully.',
    deletedBelow: 'player deleted successfully.',
    rowActions: [...five, 'Logout'],
  },
  gift: side('Gift', 'Gift', 'Edit Gift'),
  loan: side('Loan', 'Loan', 'Edit Gift'),
  otc: side('Otc', 'OTC', 'Edit OTC'),
}

function side(list: string, name: string, edit: string): LevelTexts {
  return {
    list,
    columns: columns('Unique Id'),
    edit,
    transfer: `${name} Credit Transfer`,
    adjust: `${name} Credit Adjust`,
    deleted: '',
    deletedBelow: '',
    rowActions: three,
  }
}

const sides = ['gift', 'loan', 'otc'] as const

/** The account bases in each role's area. */
export const levelsOf: Readonly<Record<BackOfficeRole, readonly Level[]>> = {
  superadmin: ['admin', 'superareamanager', 'areamanager', 'master', 'player', ...sides],
  admin: ['superareamanager', 'areamanager', 'master', 'player', ...sides],
  superareamanager: ['areamanager', 'master', 'player'],
  areamanager: ['master', 'player'],
  master: ['player'],
}

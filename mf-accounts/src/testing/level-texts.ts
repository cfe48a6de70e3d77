import type { LevelRole } from '../levels'

/** Screen texts per level, copied by hand from the specification, independent of the code under test. */
type LevelTexts = {
  list: string
  columns: readonly string[]
  /** Button above the list and title of the form. */
  add?: { button: string; title: string }
  edit: string
  /** Prefix of the credit screen titles. */
  credit: string
  deleted?: string
  sheet?: { file: string; sheet: string }
}

const columns = (uniqueId: string) => ['No', 'UserName', 'Refer ID', uniqueId, 'Points', 'Date & Time', 'Action']
const add = (button: string, title = button) => ({ button, title })

export const levelTexts: Readonly<Record<LevelRole, LevelTexts>> = {
  admin: {
    list: 'Admin',
    columns: ['No', 'UserName', 'Refer ID', 'Unique ID', 'Points', 'Games', 'Date & Time', 'Action'],
    add: add('Add Admin'),
    edit: 'Edit Admin',
    credit: 'Admin',
    deleted: 'Admin deleted successfully.',
    sheet: { file: 'AdminsList.xlsx', sheet: 'Admins' },
  },
  superareamanager: {
    list: 'Super Area Manager',
    columns: columns('Unique ID'),
    add: add('Add Super Area Manager'),
    edit: 'Edit Super Area Manager',
    credit: 'Super Area Manager',
    deleted: 'superareamanager deleted successfully.',
    sheet: { file: 'superareamanagerList.xlsx', sheet: 'Super Area Manager' },
  },
  areamanager: {
    list: 'Area Manager',
    columns: columns('Unique Id'),
    add: add('Add Area Manager', 'Add Area Managers'),
    edit: 'Edit Area Manager',
    credit: 'Area Manager',
    deleted: 'areamanager deleted successfully.',
  },
  master: {
    list: 'Master',
    columns: columns('Unique Id'),
    add: add('Add Master'),
    edit: 'Edit Master',
    credit: 'Master',
    deleted: 'master deleted successfully.',
  },
  player: {
    list: 'Player',
    columns: ['No', 'UserName', 'Refer ID', 'Unique Id', 'Points', 'Is Online', 'Last Login', 'Action'],
    add: add('Add Player'),
    edit: 'Edit Player',
    credit: 'Player',
    deleted: 'player deleted successfully.',
    sheet: { file: 'playersList.xlsx', sheet: 'player' },
  },
  gift: { list: 'Gift', columns: columns('Unique Id'), edit: 'Edit Gift', credit: 'Gift' },
  loan: { list: 'Loan', columns: columns('Unique Id'), edit: 'Edit Gift', credit: 'Loan' },
  otc: { list: 'Otc', columns: columns('Unique Id'), edit: 'Edit OTC', credit: 'OTC' },
}

export const textsOfLevels = Object.entries(levelTexts) as [LevelRole, LevelTexts][]

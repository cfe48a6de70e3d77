import type { AccountRole } from '@cascade/contracts'
import type { AccountField } from '@cascade/contracts/accounts'

/** The fields of a form in their order; `commissionAmount` is the name that most create forms give the commission. */
export type FieldSet = {
  fields: readonly AccountField[]
  /** A fault when left empty. On an edit a field that the account has never had may stay empty all the same. */
  required: readonly AccountField[]
}

const place = ['country', 'state', 'city'] as const
const ending = ['refId', 'userStatus'] as const

const manager: readonly AccountField[] = [
  ...(['firstName', 'lastName', 'email', 'phone', 'dateOfBirth'] as const),
  ...place,
  ...(['address', 'pinCode', 'pin', 'password', 'occupation', 'commissionAmount', 'note'] as const),
  ...ending,
]
const without = (fields: readonly AccountField[], ...gone: AccountField[]) =>
  fields.filter(field => !gone.includes(field))

const master = without(manager, 'dateOfBirth', 'occupation')
const player: readonly AccountField[] = [
  ...(['firstName', 'lastName'] as const),
  ...place,
  ...(['address', 'pin', 'password', 'commission', 'note'] as const),
  ...ending,
]
const admin: readonly AccountField[] = [
  ...(['firstName', 'lastName', 'email', 'commissionAmount', 'password'] as const),
  ...ending,
  'games',
]

const createOf = (fields: readonly AccountField[]): FieldSet => ({
  fields,
  required: without(fields, 'dateOfBirth', 'occupation', 'note', 'games'),
})
const editOf = (fields: readonly AccountField[], ...optional: AccountField[]): FieldSet => ({
  fields: fields.map(field => (field === 'commissionAmount' ? 'commission' : field)),
  required: without(
    fields.map(field => (field === 'commissionAmount' ? 'commission' : field)),
    ...(['pin', 'password', 'occupation', 'note', 'games'] as const),
    ...optional,
  ),
})

const side = editOf(
  ['firstName', 'lastName', 'email', 'phone', ...place, 'address', 'pinCode', 'commission', 'note'],
  ...(['email', 'phone', 'address', 'pinCode'] as const),
  ...place,
)

export const createSets: Readonly<Partial<Record<AccountRole, FieldSet>>> = {
  admin: createOf(admin),
  superareamanager: createOf(manager),
  areamanager: createOf(manager),
  master: createOf(master),
  player: createOf(player),
}

export const editSets: Readonly<Partial<Record<AccountRole, FieldSet>>> = {
  admin: editOf(admin),
  superareamanager: editOf(manager),
  areamanager: editOf(manager),
  master: editOf(manager),
  player: editOf(manager, 'email', 'phone', 'dateOfBirth', 'address', 'pinCode'),
  gift: side,
  loan: side,
  otc: side,
}

/** What people change about themselves; the rest is decided above them. */
export const profileSet: FieldSet = {
  fields: [
    ...(['firstName', 'lastName', 'email', 'phone', 'dateOfBirth'] as const),
    ...place,
    ...(['address', 'pinCode', 'pin', 'occupation'] as const),
  ],
  required: ['firstName', 'lastName', 'email', 'phone', ...place, 'address', 'pinCode'],
}

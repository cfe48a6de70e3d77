import { type AccountRole, sideRoles, treeRoles } from '@cascade/contracts'
import { type AccountField, accountFieldNames, accountFields } from '@cascade/contracts/accounts'

/** The fields of a form in their order; `commissionAmount` is the name that most create forms give the commission. */
export type FieldSet = {
  fields: readonly AccountField[]
  /** A fault when left empty. On an edit a field that the account has never had may stay empty all the same. */
  required: readonly AccountField[]
}

/** Forms follow the table, and end with what is decided above; that of an admin with the password before it. */
const ending: readonly AccountField[] = ['refId', 'userStatus', 'games']
const endingOf = (role: AccountRole): readonly AccountField[] => (role === 'admin' ? ['password', ...ending] : ending)

function setsOf(form: 'create' | 'edit'): Readonly<Partial<Record<AccountRole, FieldSet>>> {
  const includes = (name: AccountField, use: 'required' | 'optional', role: AccountRole) =>
    accountFields[name][form]?.[use]?.includes(role) ?? false
  const entries = [...treeRoles, ...sideRoles].map(role => {
    const last = endingOf(role)
    const fields = [...accountFieldNames.filter(name => !last.includes(name)), ...last].filter(
      name => includes(name, 'required', role) || includes(name, 'optional', role),
    )
    return [role, { fields, required: fields.filter(name => includes(name, 'required', role)) }] as const
  })
  return Object.fromEntries(entries.filter(([, { fields }]) => fields.length > 0))
}

export const createSets = setsOf('create')
export const editSets = setsOf('edit')

/** What people change about themselves; the rest is decided above them. */
export const profileSet: FieldSet = {
  fields: accountFieldNames.filter(name => accountFields[name].profile !== undefined),
  required: accountFieldNames.filter(name => accountFields[name].profile === 'required'),
}

import { type AccountRole, sideRoles, treeRoles } from '@cascade/contracts'
import { type AccountField, accountFieldNames, accountFields } from '@cascade/contracts/accounts'

/** Fields of a form in order; most create forms name the commission `commissionAmount`. */
export type FieldSet = {
  fields: readonly AccountField[]
  /** Must not be empty. In an edit, a field that has always been empty may stay empty. */
  required: readonly AccountField[]
}

/** The form order is the table's, then these fields; for an admin the password comes before them. */
const lastFields: readonly AccountField[] = ['refId', 'userStatus', 'games']
const lastFieldsOf = (role: AccountRole): readonly AccountField[] =>
  role === 'admin' ? ['password', ...lastFields] : lastFields

function buildSets(form: 'create' | 'edit'): Readonly<Partial<Record<AccountRole, FieldSet>>> {
  const includes = (name: AccountField, use: 'required' | 'optional', role: AccountRole) =>
    accountFields[name][form]?.[use]?.includes(role) ?? false
  const entries = [...treeRoles, ...sideRoles].map(role => {
    const last = lastFieldsOf(role)
    const fields = [...accountFieldNames.filter(name => !last.includes(name)), ...last].filter(
      name => includes(name, 'required', role) || includes(name, 'optional', role),
    )
    return [role, { fields, required: fields.filter(name => includes(name, 'required', role)) }] as const
  })
  return Object.fromEntries(entries.filter(([, { fields }]) => fields.length > 0))
}

export const createSets = buildSets('create')
export const editSets = buildSets('edit')

/** Fields that users may change themselves; all others belong to the account above. */
export function profileSetOf(role: AccountRole): FieldSet {
  const fields = accountFieldNames.filter(
    name => accountFields[name].profile !== undefined && (accountFields[name].roles?.includes(role) ?? true),
  )
  return { fields, required: fields.filter(name => accountFields[name].profile === 'required') }
}

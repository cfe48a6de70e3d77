import { z } from 'zod'
import { type AccountRole, sideRoles, treeRoles } from '../roles'
import { type AccountField, accountFieldNames, accountFields, type EmptyableField } from './fields'

/** What is said where a field is missing, in the specification's words. */
export const accountTexts: Readonly<Record<AccountField, string>> = ofEach(
  accountFieldNames,
  name => accountFields[name].missing,
)

/** What forms, the history and pasted tables call a field. */
export const fieldLabels: Readonly<Record<AccountField, string>> = ofEach(
  accountFieldNames,
  name => accountFields[name].label,
)

/** Said after a success. */
export const accountDone = {
  created: 'User created successfully!',
  updated: 'User updated successfully!',
} as const

type Shape = { [Field in AccountField]: (typeof accountFields)[Field]['schema'] }
const schemas = ofEach(accountFieldNames, name => accountFields[name].schema) as Shape

/** Accepted because forms carry them, and ignored: role comes from the path, identity from the token. */
const ignored = { role: z.string().optional(), authUser: z.unknown().optional() }

const includes = (roles: readonly AccountRole[] | undefined, role: AccountRole) => roles?.includes(role) ?? false

/** Fields that must be present to create an account of a level; every other field is optional. */
export const requiredFields: Readonly<Record<AccountRole, readonly AccountField[]>> = ofEach(
  [...treeRoles, ...sideRoles],
  role => accountFieldNames.filter(name => includes(accountFields[name].needs, role)),
)

/** Fields that an edit may take away with `null`: not secrets, nor what is decided above. */
export function emptyableFields(role: AccountRole): readonly EmptyableField[] {
  return accountFieldNames.filter((name): name is EmptyableField => {
    const { stored, read, emptied, of, needs, keeps = needs } = accountFields[name]
    const hasNone = emptied !== undefined || (read?.isOptional() ?? false)
    return stored === 'plain' && hasNone && (of?.includes(role) ?? true) && !includes(keeps, role)
  })
}

const partial = z.object(schemas).partial().shape

function inputOf(role: AccountRole, shapeOfRole: Readonly<Record<string, z.ZodType>>) {
  const shape: Record<string, z.ZodType> = { ...partial, ...ignored, ...shapeOfRole }
  for (const name of accountFieldNames) if (!(accountFields[name].of?.includes(role) ?? true)) delete shape[name]
  return z.strictObject(shape)
}

/** Body of a create for accounts of `role`: strict, so that no server field can be smuggled in. */
export function createInputOf(role: AccountRole): z.ZodType<CreateAccountInput> {
  const required = requiredFields[role].map(name => [name, schemas[name]])
  return inputOf(role, Object.fromEntries(required)) as unknown as z.ZodType<CreateAccountInput>
}

/** Body of an edit: any of the fields that an account of `role` has; `null` takes an emptyable one away. */
export function updateInputOf(role: AccountRole): z.ZodType<UpdateAccountInput> {
  const emptyable = emptyableFields(role).map(name => [name, schemas[name].nullable().optional()])
  return inputOf(role, Object.fromEntries(emptyable)) as unknown as z.ZodType<UpdateAccountInput>
}

const AllFields = z.object({ ...partial, ...ignored })
type AnyFields = z.infer<typeof AllFields>
export type UpdateAccountInput = Omit<AnyFields, EmptyableField> & {
  [Field in EmptyableField]?: AnyFields[Field] | null
}
export type CreateAccountInput = AnyFields & { firstName: string; lastName: string }

function ofEach<Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map(key => [key, of(key)])) as Record<Key, Value>
}

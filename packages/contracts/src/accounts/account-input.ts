import { z } from 'zod'
import { type AccountRole, sideRoles, treeRoles } from '../roles'
import { type AccountField, accountFieldNames, accountFields, type ClearableField } from './fields'

/** Messages for missing fields, as the specification words them. */
export const missingFieldTexts: Readonly<Record<AccountField, string>> = mapKeys(
  accountFieldNames,
  name => accountFields[name].missing,
)

/** Labels of the fields in forms, history and pasted tables. */
export const fieldLabels: Readonly<Record<AccountField, string>> = mapKeys(
  accountFieldNames,
  name => accountFields[name].label,
)

export const accountSuccessTexts = {
  created: 'User created successfully!',
  updated: 'User updated successfully!',
} as const

type Shape = { [Field in AccountField]: (typeof accountFields)[Field]['schema'] }
const schemas = mapKeys(accountFieldNames, name => accountFields[name].schema) as Shape

/** Sent by forms and ignored: the role comes from the path, the identity from the token. */
const ignored = { role: z.string().optional(), authUser: z.unknown().optional() }

const includes = (roles: readonly AccountRole[] | undefined, role: AccountRole) => roles?.includes(role) ?? false

/** Fields required to create an account of a level; every other field is optional. */
export const requiredFields: Readonly<Record<AccountRole, readonly AccountField[]>> = mapKeys(
  [...treeRoles, ...sideRoles],
  role => accountFieldNames.filter(name => includes(accountFields[name].requiredFor, role)),
)

/** Fields that an edit may clear with `null`: neither secrets nor fields that only the accounts above decide. */
export function clearableFields(role: AccountRole): readonly ClearableField[] {
  return accountFieldNames.filter((name): name is ClearableField => {
    const { stored, read, emptyValue, roles, requiredFor, notClearableFor = requiredFor } = accountFields[name]
    const hasNone = emptyValue !== undefined || (read?.isOptional() ?? false)
    return stored === 'plain' && hasNone && (roles?.includes(role) ?? true) && !includes(notClearableFor, role)
  })
}

const partial = z.object(schemas).partial().shape

type Shapes = Readonly<Record<string, z.ZodType>>

function buildInputSchema(role: AccountRole, shapeOfRole: Shapes, base: Shapes = { ...partial, ...ignored }) {
  const shape: Record<string, z.ZodType> = { ...base, ...shapeOfRole }
  for (const name of accountFieldNames) if (!(accountFields[name].roles?.includes(role) ?? true)) delete shape[name]
  return z.strictObject(shape)
}

const requiredShape = (role: AccountRole): Shapes =>
  Object.fromEntries(requiredFields[role].map(name => [name, schemas[name]]))

/** Body of a create for accounts of `role`. Strict, so that a caller cannot set server fields. */
export const newAccountSchema = (role: AccountRole) =>
  buildInputSchema(role, requiredShape(role)) as unknown as z.ZodType<CreateAccountInput>

/**
 * Row of a bulk creation: the fields of a create except games. PIN and password are required, because generated
 * ones would not be shown. `line`: its line in the user's table.
 */
export function accountRowSchema(role: AccountRole): z.ZodType<AccountRow> {
  const { games: _games, ...fields } = partial
  const required = { ...requiredShape(role), pin: schemas.pin, password: schemas.password }
  const own = buildInputSchema(role, { ...required, line: z.number().int().min(1) }, fields)
  const key = JSON.stringify(Object.entries(own.shape).map(([name, field]) => [name, field.isOptional()]))
  const schema = rowSchemas.get(key) ?? (own as unknown as z.ZodType<AccountRow>)
  rowSchemas.set(key, schema)
  return schema
}

/** Levels with the same fields share a schema, and its description in the documents. */
const rowSchemas = new Map<string, z.ZodType<AccountRow>>()

/** Body of an edit: any field of the role; `null` clears a clearable one. */
export function accountEditSchema(role: AccountRole): z.ZodType<UpdateAccountInput> {
  const emptyable = clearableFields(role).map(name => [name, schemas[name].nullable().optional()])
  return buildInputSchema(role, Object.fromEntries(emptyable)) as unknown as z.ZodType<UpdateAccountInput>
}

const AllFields = z.object({ ...partial, ...ignored })
type AnyFields = z.infer<typeof AllFields>
export type UpdateAccountInput = Omit<AnyFields, ClearableField> & {
  [Field in ClearableField]?: AnyFields[Field] | null
}
export type CreateAccountInput = AnyFields & { firstName: string; lastName: string }
export type AccountRow = Omit<CreateAccountInput, 'games' | 'role' | 'authUser'> & {
  line: number
  pin: number
  password: string
}

function mapKeys<Key extends string, Value>(keys: readonly Key[], build: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map(key => [key, build(key)])) as Record<Key, Value>
}

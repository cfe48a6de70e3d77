import { type AccountRole, issueText } from '@cascade/contracts'
import {
  type Account,
  type AccountField,
  accountEditSchema,
  accountFieldNames,
  accountFields,
  type CreateAccountInput,
  clearableFields,
  missingFieldTexts,
  newAccountSchema,
  type OwnField,
  parseCode,
  plainFields,
  type UpdateAccountInput,
} from '@cascade/contracts/accounts'
import type { FieldSet } from './field-sets'

type NonTextValues = { status: boolean; games: string[]; percent: number | null; points: number | null }
/** Form values: text while typing, even if the contract requires a number. */
export type AccountValues = {
  [Field in AccountField]?: (typeof accountFields)[Field]['input'] extends infer Input extends keyof NonTextValues
    ? NonTextValues[Input]
    : string
}
export type FieldErrors = Record<string, string>

/** Parses a numeric field that is entered as text; returns the text itself if it is not a valid number. */
export function parseNumberField(name: AccountField, text: string): string | number {
  const { label, input } = accountFields[name]
  if (input !== 'tel' && input !== 'digits' && input !== 'pin') return text
  const { value, error } = parseCode(text, { label, input })
  return error === undefined ? (value ?? '') : text
}
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

export function defaultValues(set: FieldSet, refId?: string): AccountValues {
  const entries = accountFieldNames.map(name => [name, accountFields[name].defaultValue])
  return pick({ ...Object.fromEntries(entries), games: [], refId }, set.fields)
}

export function toFormValues(account: Account, set: FieldSet): AccountValues {
  const { commission, userStatus, refId, games } = account
  const plain = plainFields.map(name => [name, account[name]?.toString()])
  const own: Record<OwnField, unknown> = {
    commission,
    userStatus,
    refId: refId?._id,
    games: games?.map(game => game._id) ?? [],
  }
  return pick({ ...Object.fromEntries(plain), ...own }, set.fields)
}

/** Request body of the listed fields, without empty ones. */
function buildBody(values: AccountValues, fields: readonly string[]): UpdateAccountInput {
  const entries = Object.entries(values)
    .filter(([name, value]) => fields.includes(name) && !isEmpty(value))
    .map(([name, value]) => [name, typeof value === 'string' ? parseNumberField(name as AccountField, value) : value])
  return Object.fromEntries(entries) as UpdateAccountInput
}

export function buildCreateBody(role: AccountRole, values: AccountValues, set: FieldSet): CreateAccountInput {
  return { ...buildBody(values, set.fields), role } as CreateAccountInput
}

/** Changed fields only; `null` for removed ones. */
export function buildEditBody(
  role: AccountRole,
  stored: AccountValues,
  values: AccountValues,
  set: FieldSet,
): UpdateAccountInput {
  const changed = set.fields.filter(name => !isSame(stored[name], values[name]))
  const removed = emptied(stored, values, set).filter(isEmptyable(role, set))
  return { ...buildBody(values, changed), ...Object.fromEntries(removed.map(name => [name, null])) }
}

/** Never includes secrets: they cannot be read, and an empty one means no change. */
const emptied = (stored: AccountValues, values: AccountValues, set: FieldSet) =>
  set.fields.filter(name => isEmpty(values[name]) && !isEmpty(stored[name]))

/** A form may require more fields than the contract. */
function isEmptyable(role: AccountRole, set: FieldSet) {
  const emptyable: readonly AccountField[] = clearableFields(role)
  return (name: AccountField) => emptyable.includes(name) && !set.required.includes(name)
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
  return (a ?? '') === (b ?? '')
}

export function createErrors(role: AccountRole, values: AccountValues, set: FieldSet): FieldErrors {
  const missing = set.required.filter(name => isEmpty(values[name]))
  return { ...schemaErrors(newAccountSchema(role), buildCreateBody(role, values, set)), ...requiredTexts(missing) }
}

export function editErrors(
  role: AccountRole,
  stored: AccountValues,
  values: AccountValues,
  set: FieldSet,
): FieldErrors {
  const optional = isEmptyable(role, set)
  const missing = emptied(stored, values, set).filter(name => !optional(name))
  return {
    ...schemaErrors(accountEditSchema(role), buildEditBody(role, stored, values, set)),
    ...requiredTexts(missing),
  }
}

/** The contract's message per invalid field. */
function schemaErrors(
  schema: ReturnType<typeof newAccountSchema | typeof accountEditSchema>,
  body: unknown,
): FieldErrors {
  const result = schema.safeParse(body, { error: issueText })
  const errors: FieldErrors = {}
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0] ?? '')] ??= message
  return errors
}

const requiredTexts = (names: readonly AccountField[]): FieldErrors =>
  Object.fromEntries(names.map(name => [name, missingFieldTexts[name]]))

const pick = (values: AccountValues, names: readonly string[]): AccountValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => names.includes(name) && value !== undefined))

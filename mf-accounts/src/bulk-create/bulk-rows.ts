import { type AccountRole, formatPoints, normalizeIdentifier, parseNumber } from '@cascade/contracts'
import { type AccountField, accountFields } from '@cascade/contracts/accounts'
import {
  type AccountValues,
  createErrors,
  defaultValues,
  type FieldErrors,
  parseNumberField,
} from '../shared/account-values'
import type { FieldSet } from '../shared/field-sets'
import type { Locations } from './lookups'
import type { PastedTable } from './parse-table'

export type BulkRow = {
  line: number
  cells: Cells
  /** Value to be stored, by field; the pasted text if it is invalid. */
  display: Cells
  values: AccountValues
  errors: FieldErrors
}

type Cells = Partial<Record<AccountField, string>>

type BulkRules = {
  role: AccountRole
  set: FieldSet
  columns: readonly BulkColumn[]
  defaults: AccountValues
  /** Parent ids by lower-case username: null if there is none, missing while loading. */
  references: ReadonlyMap<string, string | null>
  locations: Locations
  /** Emails (lower case) and phones that other accounts use. */
  usedContacts: ReadonlySet<string>
  texts: {
    unknownReference: string
    unknownStatus: string
    unknownCountry: string
    unknownState: string
    repeated: (line: number) => string
    contactUsed: string
    active: string
    deactive: string
  }
}

const unique = ['email', 'phone'] as const

/** Converts and validates all rows. PIN and password may be missing: they are generated. */
export function buildBulkRows(table: PastedTable, rules: BulkRules): BulkRow[] {
  const fields = table.columns.map(name => findColumn(rules.columns, name)?.field)
  const set = { ...rules.set, required: rules.set.required.filter(name => name !== 'pin' && name !== 'password') }
  const firstLines = new Map<string, number>()

  return table.rows.map(({ line, cells: texts }) => {
    const cells: Cells = {}
    for (const [index, field] of fields.entries())
      if (field && texts[index]) cells[field] = readCell(field, texts[index])
    const values = { ...defaultValues(set), ...rules.defaults, ...parseCells(cells, rules.references) }
    const errors = createErrors(rules.role, { password: 'generated', ...values }, set)
    Object.assign(errors, percentErrors(cells))
    if (cells.refId !== undefined && values.refId === undefined) errors.refId = rules.texts.unknownReference
    if (cells.userStatus !== undefined && values.userStatus === undefined) errors.userStatus = rules.texts.unknownStatus
    Object.assign(errors, locationErrors(values, rules))
    for (const field of unique) {
      if (cells[field] === undefined) continue
      const value = normaliseContact(field, cells[field])
      const before = firstLines.get(`${field}:${value}`)
      if (before !== undefined) errors[field] ??= rules.texts.repeated(before)
      else firstLines.set(`${field}:${value}`, line)
      if (rules.usedContacts.has(value)) errors[field] ??= rules.texts.contactUsed
    }
    return { line, cells, display: buildDisplay(values, cells, errors, rules.texts), values, errors }
  })
}

function parseCells(cells: Cells, references: BulkRules['references']): AccountValues {
  const { commission, commissionAmount, creditLine, userStatus, refId, games, ...texts } = cells
  const values: AccountValues = { ...texts }
  if (texts.country !== undefined) values.country = texts.country.toUpperCase()
  if (commission !== undefined) values.commission = readPercent(commission).value
  if (commissionAmount !== undefined) values.commissionAmount = readPercent(commissionAmount).value
  if (userStatus !== undefined) values.userStatus = parseStatus(userStatus)
  if (refId !== undefined) values.refId = references.get(refId.toLowerCase()) ?? undefined
  return values
}

/** A reference keeps its pasted name. */
function buildDisplay(
  { refId: _id, ...values }: AccountValues,
  cells: Cells,
  errors: FieldErrors,
  texts: BulkRules['texts'],
): Cells {
  const display = { ...cells }
  for (const [name, value] of Object.entries(values)) {
    const field = name as Exclude<AccountField, 'refId'>
    const { schema, input } = accountFields[field]
    const stored: unknown = schema.safeParse(typeof value === 'string' ? parseNumberField(field, value) : value).data
    if (errors[field] || stored === undefined) continue
    if (typeof stored === 'boolean') display[field] = stored ? texts.active : texts.deactive
    else display[field] = input === 'percent' ? `${formatPoints(Number(stored))} %` : String(stored)
  }
  return display
}

/** Any state is valid for a country without a state list. */
function locationErrors({ country, state }: AccountValues, { locations, texts }: BulkRules): FieldErrors {
  if (!country || !locations.countries) return {}
  if (!locations.countries.has(country)) return { country: texts.unknownCountry }
  const states = locations.states.get(country)
  return state && states && states.size > 0 && !states.has(state) ? { state: texts.unknownState } : {}
}

export function countriesIn(table: PastedTable, columns: readonly BulkColumn[]): string[] {
  return distinctValues(table, columns, 'country').map(code => code.toUpperCase())
}

const normaliseContact = (field: (typeof unique)[number], text: string) =>
  field === 'email' ? text.toLowerCase() : String(parseNumberField(field, text))

export const contactsIn = (
  table: PastedTable,
  columns: readonly BulkColumn[],
  field: (typeof unique)[number],
): string[] => [...new Set(distinctValues(table, columns, field).map(text => normaliseContact(field, text)))]

const percents = ['commission', 'commissionAmount'] as const
const readPercent = (text = '') => parseNumber(text, '%')
const percentErrors = (cells: Cells): FieldErrors =>
  Object.fromEntries(
    percents.flatMap(field => {
      const { error } = readPercent(cells[field])
      return error === undefined ? [] : [[field, error]]
    }),
  )

function parseStatus(text: string): boolean | undefined {
  if (/^(active|true|yes|1)$/i.test(text)) return true
  return /^(deactive|inactive|false|no|0)$/i.test(text) ? false : undefined
}

export const referencesIn = (table: PastedTable, columns: readonly BulkColumn[]): string[] =>
  distinctValues(table, columns, 'refId')

const codeFields: ReadonlySet<AccountField> = new Set(['email', 'refId', 'country', 'state', 'userStatus'])
/** Codes are looked up and compared; schemas normalise the other fields. */
const readCell = (field: AccountField, cell: string) => (codeFields.has(field) ? normalizeIdentifier(cell) : cell)

/** Distinct lower-case values of a column. */
function distinctValues(table: PastedTable, columns: readonly BulkColumn[], field: AccountField): string[] {
  const at = table.columns.findIndex(name => findColumn(columns, name)?.field === field)
  const cells = at < 0 ? [] : table.rows.map(row => readCell(field, row.cells[at] ?? '').toLowerCase())
  return [...new Set(cells.filter(cell => cell !== ''))]
}

export type BulkColumn = { field: AccountField; label: string }

/** Columns of a pasted table; games can only be chosen in a form. */
export function buildBulkColumns(set: FieldSet, labelOf: (field: AccountField) => string): BulkColumn[] {
  return set.fields.filter(field => field !== 'games').map(field => ({ field, label: labelOf(field) }))
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
/** Column aliases from common usage and earlier exports. */
const columnAliases: Readonly<Record<string, string>> = {
  commission: 'commissionamount',
  commissionamount: 'commission',
  referid: 'refid',
  reference: 'refid',
  mobile: 'phone',
  phonenumber: 'phone',
}

export function findColumn(columns: readonly BulkColumn[], name: string): BulkColumn | undefined {
  const key = plain(name)
  const findByKey = (key: string) => columns.find(({ field, label }) => plain(field) === key || plain(label) === key)
  return findByKey(key) ?? (columnAliases[key] === undefined ? undefined : findByKey(columnAliases[key]))
}

export const createHeadingCheck = (columns: readonly BulkColumn[]) => (cells: readonly string[]) =>
  cells.filter(cell => cell !== '' && findColumn(columns, cell) !== undefined).length >= 2

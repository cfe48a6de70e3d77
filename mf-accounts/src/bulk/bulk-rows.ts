import { type AccountRole, formatPoints, readNumber } from '@cascade/contracts'
import { type AccountField, accountFields } from '@cascade/contracts/accounts'
import { type AccountValues, createFaults, type Faults, newValues, numberOf } from '../accounts/account-values'
import type { FieldSet } from '../accounts/field-sets'
import type { Places } from './lookups'
import type { PastedTable } from './parse-table'

export type BulkRow = {
  line: number
  /** As pasted, by field. */
  cells: Cells
  /** What will be stored, by field; the pasted text where it cannot be. */
  shown: Cells
  values: AccountValues
  /** What must be mended before the row can be created, by field. */
  faults: Faults
}

type Cells = Partial<Record<AccountField, string>>

type BulkRules = {
  role: AccountRole
  set: FieldSet
  columns: readonly BulkColumn[]
  /** For cells that are empty. */
  defaults: AccountValues
  /** Ids of accounts one level up by username in lower case; null where there is none, missing while not yet known. */
  references: ReadonlyMap<string, string | null>
  places: Places
  /** Emails in lower case and phones that an account has already. */
  taken: ReadonlySet<string>
  texts: {
    unknownReference: string
    unknownStatus: string
    unknownCountry: string
    unknownState: string
    repeated: (line: number) => string
    taken: string
    active: string
    deactive: string
  }
}

const unique = ['email', 'phone'] as const

/** Every row as it would be sent, with all its faults. PIN and password may be missing: they are generated. */
export function bulkRowsOf(table: PastedTable, rules: BulkRules): BulkRow[] {
  const fields = table.columns.map(name => findColumn(rules.columns, name)?.field)
  const set = { ...rules.set, required: rules.set.required.filter(name => name !== 'pin' && name !== 'password') }
  const seen = new Map<string, number>()

  return table.rows.map(({ line, cells: texts }) => {
    const cells: Cells = {}
    for (const [index, field] of fields.entries()) if (field && texts[index]) cells[field] = texts[index]
    const values = { ...newValues(set), ...rules.defaults, ...valuesOfCells(cells, rules.references) }
    const faults = createFaults(rules.role, { password: 'generated', ...values }, set)
    Object.assign(faults, percentFaults(cells))
    if (cells.refId !== undefined && values.refId === undefined) faults.refId = rules.texts.unknownReference
    if (cells.userStatus !== undefined && values.userStatus === undefined) faults.userStatus = rules.texts.unknownStatus
    Object.assign(faults, placeFaults(values, rules))
    for (const field of unique) {
      if (cells[field] === undefined) continue
      const value = contactOf(field, cells[field])
      const before = seen.get(`${field}:${value}`)
      if (before !== undefined) faults[field] ??= rules.texts.repeated(before)
      else seen.set(`${field}:${value}`, line)
      if (rules.taken.has(value)) faults[field] ??= rules.texts.taken
    }
    return { line, cells, shown: shownOf(values, cells, faults, rules.texts), values, faults }
  })
}

function valuesOfCells(cells: Cells, references: BulkRules['references']): AccountValues {
  const { commission, commissionAmount, creditLine, userStatus, refId, games, ...texts } = cells
  const values: AccountValues = { ...texts }
  if (texts.country !== undefined) values.country = texts.country.toUpperCase()
  if (commission !== undefined) values.commission = readPercent(commission).value
  if (commissionAmount !== undefined) values.commissionAmount = readPercent(commissionAmount).value
  if (userStatus !== undefined) values.userStatus = statusOf(userStatus)
  if (refId !== undefined) values.refId = references.get(refId.toLowerCase()) ?? undefined
  return values
}

/** A reference is shown by the name that was pasted. */
function shownOf(
  { refId: _id, ...values }: AccountValues,
  cells: Cells,
  faults: Faults,
  texts: BulkRules['texts'],
): Cells {
  const shown = { ...cells }
  for (const [name, value] of Object.entries(values)) {
    const field = name as Exclude<AccountField, 'refId'>
    const { schema, input } = accountFields[field]
    const stored: unknown = schema.safeParse(typeof value === 'string' ? numberOf(field, value) : value).data
    if (faults[field] || stored === undefined) continue
    if (typeof stored === 'boolean') shown[field] = stored ? texts.active : texts.deactive
    else shown[field] = input === 'percent' ? `${formatPoints(Number(stored))} %` : String(stored)
  }
  return shown
}

/** A country without states in the list takes any. */
function placeFaults({ country, state }: AccountValues, { places, texts }: BulkRules): Faults {
  if (!country || !places.countries) return {}
  if (!places.countries.has(country)) return { country: texts.unknownCountry }
  const states = places.states.get(country)
  return state && states && states.size > 0 && !states.has(state) ? { state: texts.unknownState } : {}
}

/** Codes of countries that the rows name, each once. */
export function countriesIn(table: PastedTable, columns: readonly BulkColumn[]): string[] {
  return cellsOf(table, columns, 'country').map(code => code.toUpperCase())
}

const contactOf = (field: (typeof unique)[number], text: string) =>
  field === 'email' ? text.toLowerCase() : String(numberOf(field, text))

/** Emails or phones of the rows, each once. */
export const contactsIn = (
  table: PastedTable,
  columns: readonly BulkColumn[],
  field: (typeof unique)[number],
): string[] => [...new Set(cellsOf(table, columns, field).map(text => contactOf(field, text)))]

const percents = ['commission', 'commissionAmount'] as const
const readPercent = (text = '') => readNumber(text, '%')
const percentFaults = (cells: Cells): Faults =>
  Object.fromEntries(
    percents.flatMap(field => {
      const { fault } = readPercent(cells[field])
      return fault === undefined ? [] : [[field, fault]]
    }),
  )

function statusOf(text: string): boolean | undefined {
  if (/^(active|true|yes|1)$/i.test(text)) return true
  return /^(deactive|inactive|false|no|0)$/i.test(text) ? false : undefined
}

/** Usernames that the rows refer to, each once. */
export const referencesIn = (table: PastedTable, columns: readonly BulkColumn[]): string[] =>
  cellsOf(table, columns, 'refId')

/** What a column holds in lower case, each once. */
function cellsOf(table: PastedTable, columns: readonly BulkColumn[], field: AccountField): string[] {
  const at = table.columns.findIndex(name => findColumn(columns, name)?.field === field)
  const cells = at < 0 ? [] : table.rows.map(row => row.cells[at]?.toLowerCase() ?? '')
  return [...new Set(cells.filter(cell => cell !== ''))]
}

export type BulkColumn = { field: AccountField; label: string }

/** Fields that a row of a pasted table may give; games are chosen, not typed. */
export function bulkColumnsOf(set: FieldSet, labelOf: (field: AccountField) => string): BulkColumn[] {
  return set.fields.filter(field => field !== 'games').map(field => ({ field, label: labelOf(field) }))
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
/** Other names that people and earlier exports give a column. */
const others: Readonly<Record<string, string>> = {
  commission: 'commissionamount',
  commissionamount: 'commission',
  referid: 'refid',
  reference: 'refid',
  mobile: 'phone',
  phonenumber: 'phone',
}

export function findColumn(columns: readonly BulkColumn[], name: string): BulkColumn | undefined {
  const wanted = plain(name)
  const named = (key: string) => columns.find(({ field, label }) => plain(field) === key || plain(label) === key)
  return named(wanted) ?? (others[wanted] === undefined ? undefined : named(others[wanted]))
}

/** A heading names at least two columns. */
export const isHeadingOf = (columns: readonly BulkColumn[]) => (cells: readonly string[]) =>
  cells.filter(cell => cell !== '' && findColumn(columns, cell) !== undefined).length >= 2

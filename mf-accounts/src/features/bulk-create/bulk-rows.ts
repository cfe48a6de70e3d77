import type { AccountRole } from '@cascade/contracts'
import type { AccountField } from '@cascade/contracts/accounts'
import { type AccountValues, createFaults, type Faults, newValues } from '../../shared/account-fields/account-values'
import type { FieldSet } from '../../shared/account-fields/field-sets'
import { type BulkColumn, findColumn } from './bulk-columns'
import type { PastedTable } from './parse-table'
import type { Places } from './use-places'

export type BulkRow = {
  line: number
  /** As pasted, by field. */
  cells: Partial<Record<AccountField, string>>
  values: AccountValues
  /** What must be mended before the row can be created, by field. */
  faults: Faults
}

export type BulkRules = {
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
  }
}

const unique = ['email', 'phone'] as const

/** Every row as it would be sent, with all its faults. PIN and password may be missing: they are generated. */
export function bulkRowsOf(table: PastedTable, rules: BulkRules): BulkRow[] {
  const fields = table.columns.map(name => findColumn(rules.columns, name)?.field)
  const set = { ...rules.set, required: rules.set.required.filter(name => name !== 'pin' && name !== 'password') }
  const seen = new Map<string, number>()

  return table.rows.map(({ line, cells: texts }) => {
    const cells: BulkRow['cells'] = {}
    for (const [index, field] of fields.entries()) if (field && texts[index]) cells[field] = texts[index]
    const values = { ...newValues(set), ...rules.defaults, ...valuesOfCells(cells, rules.references) }
    const faults = createFaults(rules.role, { password: 'generated', ...values }, set)
    if (cells.refId !== undefined && values.refId === undefined) faults.refId = rules.texts.unknownReference
    if (cells.userStatus !== undefined && values.userStatus === undefined) faults.userStatus = rules.texts.unknownStatus
    Object.assign(faults, placeFaults(values, rules))
    for (const field of unique) {
      const value = cells[field]?.toLowerCase()
      if (value === undefined) continue
      const before = seen.get(`${field}:${value}`)
      if (before !== undefined) faults[field] ??= rules.texts.repeated(before)
      else seen.set(`${field}:${value}`, line)
      if (rules.taken.has(contactOf(field, value))) faults[field] ??= rules.texts.taken
    }
    return { line, cells, values, faults }
  })
}

function valuesOfCells(cells: BulkRow['cells'], references: BulkRules['references']): AccountValues {
  const { commission, commissionAmount, userStatus, refId, games, ...texts } = cells
  const values: AccountValues = { ...texts }
  for (const name of ['phone', 'pinCode', 'pin'] as const) {
    if (texts[name] !== undefined) values[name] = digitsOf(texts[name])
  }
  if (texts.country !== undefined) values.country = texts.country.toUpperCase()
  if (commission !== undefined) values.commission = percentOf(commission)
  if (commissionAmount !== undefined) values.commissionAmount = percentOf(commissionAmount)
  if (userStatus !== undefined) values.userStatus = statusOf(userStatus)
  if (refId !== undefined) values.refId = references.get(refId.toLowerCase()) ?? undefined
  return values
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

const digitsOf = (text: string) => text.replace(/[\s().+-]/g, '')
const contactOf = (field: (typeof unique)[number], text: string) =>
  field === 'email' ? text.toLowerCase() : digitsOf(text).replace(/^0+(?=.)/, '')

/** Emails or phones of the rows, each once. */
export const contactsIn = (
  table: PastedTable,
  columns: readonly BulkColumn[],
  field: (typeof unique)[number],
): string[] => [...new Set(cellsOf(table, columns, field).map(text => contactOf(field, text)))]

const percentOf = (text: string) => Number(text.replace('%', '').trim())

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

import type { AccountField } from '@cascade/contracts/accounts'
import type { FieldSet } from '../../shared/account-fields/field-sets'

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

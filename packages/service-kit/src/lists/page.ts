import { type ListQuery, toSearchKey } from '@cascade/contracts'
import { invalid } from '../runtime/errors'

export type Paging = {
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
}

const pageSizeDefault = 10

/**
 * Offset and number of rows of a page.
 * @param options.size page size if the call names none, 10 by default
 * @param options.plain rows for a call without page and size, the page size by default
 */
export function toPageWindow(
  { page, size }: Pick<Paging, 'page' | 'size'>,
  { size: sizeDefault = pageSizeDefault, plain = sizeDefault }: { size?: number; plain?: number } = {},
): { from: number; count: number } {
  if (page === undefined && size === undefined) return { from: 0, count: plain }
  const count = size ?? sizeDefault
  return { from: ((page ?? 1) - 1) * count, count }
}

type Sortable = string | number

/**
 * Filters, sorts and pages a small list (hundreds of rows) in memory.
 * @param options.textOf text that `q` is matched against, ignoring case and accents
 * @param options.sortBy sortable fields
 * @returns rows of the page, and the number of matches
 * @throws AppError VALIDATION for another sort field
 */
export function paginate<R>(
  rows: readonly R[],
  query: ListQuery,
  { textOf, sortBy }: { textOf: (row: R) => string; sortBy: Readonly<Record<string, (row: R) => Sortable>> },
): { data: R[]; total: number } {
  const searchKey = toSearchKey(query.q ?? '')
  const found = searchKey ? rows.filter(row => toSearchKey(textOf(row)).includes(searchKey)) : [...rows]
  if (query.sort) {
    const key = Object.hasOwn(sortBy, query.sort) ? sortBy[query.sort] : undefined
    if (!key) throw invalid('This list cannot be sorted by that field.', 'sort')
    const sign = query.order === 'desc' ? -1 : 1
    found.sort((a, b) => sign * compare(key(a), key(b)))
  }
  const { from, count } = toPageWindow(query, { plain: found.length })
  return { data: found.slice(from, from + count), total: found.length }
}

function compare(a: Sortable, b: Sortable): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' })
}

import type { ListQuery } from '@cascade/contracts'
import { invalid } from '../base/errors'

type Sortable = string | number

/**
 * Searches, sorts and cuts a page of a list that is small by its nature (hundreds of rows) and held in memory.
 * @param options.textOf what `q` is looked for in, whatever the case.
 * @param options.sortBy the fields that may be sorted by.
 * @returns the rows of the page, and how many there are before paging.
 * @throws AppError VALIDATION for another sort field.
 */
export function pageOf<R>(
  rows: readonly R[],
  query: ListQuery,
  { textOf, sortBy }: { textOf: (row: R) => string; sortBy: Readonly<Record<string, (row: R) => Sortable>> },
): { data: R[]; total: number } {
  const wanted = query.q?.trim().toLowerCase()
  const found = wanted ? rows.filter(row => textOf(row).toLowerCase().includes(wanted)) : [...rows]
  if (query.sort) {
    const key = Object.hasOwn(sortBy, query.sort) ? sortBy[query.sort] : undefined
    if (!key) throw invalid('This list cannot be sorted by that field.', 'sort')
    const sign = query.order === 'desc' ? -1 : 1
    found.sort((a, b) => sign * compare(key(a), key(b)))
  }
  if (query.page === undefined && query.size === undefined) return { data: found, total: found.length }
  const size = query.size ?? 10
  const from = ((query.page ?? 1) - 1) * size
  return { data: found.slice(from, from + size), total: found.length }
}

function compare(a: Sortable, b: Sortable): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' })
}

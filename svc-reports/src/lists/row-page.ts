import type { ListQuery } from '@cascade/contracts'

/** A plain call answers everything, but not without end. */
const rowsOfPlainCall = 10_000
const defaultSize = 10

type Sortable = string | number | boolean | undefined | object

/**
 * A page of rows that are made from accounts. Sorted by the account's name only the page's rows are made; sorted by a
 * figure all of them must be, up to the newest ten thousand.
 */
export async function pageOfRows<A extends { username: string }, R extends Record<string, Sortable>>(
  accounts: readonly A[],
  query: Omit<ListQuery, 'id' | 'role'>,
  { textOf, fill }: { textOf: (account: A) => string; fill: (accounts: readonly A[]) => Promise<R[]> },
): Promise<{ rows: R[]; total: number }> {
  const wanted = query.q?.trim().toLowerCase()
  const found = accounts.filter(account => !wanted || textOf(account).toLowerCase().includes(wanted))
  const sign = query.order === 'desc' ? -1 : 1
  const byName = found.toSorted((a, b) => compare(a.username, b.username))
  const { from, count } = window(query)
  const { sort } = query
  if (sort === undefined || sort === 'username') {
    const sorted = sign < 0 ? byName.reverse() : byName
    return { rows: await fill(sorted.slice(from, from + count)), total: found.length }
  }
  const rows = await fill(byName.slice(0, rowsOfPlainCall))
  const sorted = rows.toSorted((a, b) => sign * compare(a[sort], b[sort]))
  return { rows: sorted.slice(from, from + count), total: found.length }
}

function window({ page, size }: { page?: number | undefined; size?: number | undefined }) {
  if (page === undefined && size === undefined) return { from: 0, count: rowsOfPlainCall }
  const count = size ?? defaultSize
  return { from: ((page ?? 1) - 1) * count, count }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(a: Sortable, b: Sortable): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

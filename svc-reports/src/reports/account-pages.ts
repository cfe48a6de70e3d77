import { type ListQuery, toHundredths, toPoints, toSearchKey } from '@cascade/contracts'
import { type Paging, selectSlices, toPageWindow } from '@cascade/service-kit'
import type { Collection, Document, Filter, WithId } from 'mongodb'
import { readTimeoutMs } from '../projections/queries'

const unpagedRowsMax = 10_000

type Sortable = string | number | boolean | undefined | object

type Rows<A, R> = {
  rows: R[]
  found: readonly A[]
  /** All matching rows, when the page or the sort built them all. */
  all?: readonly R[]
}

/**
 * A page of rows built from accounts. Sorted by name, only the rows of the page are built; sorted by a figure, the rows
 * of all matches, at most 10,000.
 */
export async function pageRows<A extends { username: string }, R extends Record<string, Sortable>>(
  accounts: readonly A[],
  query: Omit<ListQuery, 'id' | 'role'>,
  { textOf, fill }: { textOf: (account: A) => string; fill: (accounts: readonly A[]) => Promise<R[]> },
): Promise<Rows<A, R>> {
  const needle = toSearchKey(query.q ?? '')
  const found = accounts.filter(account => !needle || toSearchKey(textOf(account)).includes(needle))
  const sign = query.order === 'desc' ? -1 : 1
  const byName = found.toSorted((a, b) => compare(a.username, b.username))
  const { from, count } = toPageWindow(query, { plain: unpagedRowsMax })
  const { sort } = query
  if (sort === undefined || sort === 'username') {
    const sorted = sign < 0 ? byName.reverse() : byName
    const rows = await fill(sorted.slice(from, from + count))
    return { rows, found, ...(rows.length === found.length && { all: rows }) }
  }
  const all = await fill(byName.slice(0, unpagedRowsMax))
  const sorted = all.toSorted((a, b) => sign * compare(a[sort], b[sort]))
  return { rows: sorted.slice(from, from + count), found, ...(all.length === found.length && { all }) }
}

/** Sums of columns, in points. */
export function sumColumns<N extends string>(
  rows: readonly Record<N, number>[],
  names: readonly N[],
): Record<N, number> {
  const sumOf = (name: N) => toPoints(rows.reduce((sum, row) => sum + toHundredths(row[name]), 0n))
  return Object.fromEntries(names.map(name => [name, sumOf(name)])) as Record<N, number>
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(a: Sortable, b: Sortable): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

/** A page over several filters in sequence, each sorted by name. @returns also the number of matches per filter */
export async function readPageByName<R extends Document>(
  accounts: Collection<R>,
  filters: readonly Filter<R>[],
  query: Paging,
  unpagedMax = unpagedRowsMax,
): Promise<{ rows: WithId<R>[]; counts: number[] }> {
  const options = { maxTimeMS: readTimeoutMs }
  const counts = await Promise.all(filters.map(filter => accounts.countDocuments(filter, options)))
  const groups = filters.map((filter, index) => ({ filter, from: 0, to: counts[index] ?? 0 }))
  const page = toPageWindow(query, { plain: unpagedMax })
  const sort = { nameKey: query.order === 'desc' ? -1 : 1 } as const
  const found = selectSlices(groups, page.from, page.count, false).map(({ filter, from, to }) =>
    accounts
      .find(filter, options)
      .sort(sort)
      .skip(from)
      .limit(to - from)
      .toArray(),
  )
  return { rows: (await Promise.all(found)).flat(), counts }
}

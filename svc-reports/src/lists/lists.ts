import { isTreeRole, type ListQuery } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import {
  type AccountRow,
  addDays,
  businessDay,
  type Cut,
  everybody,
  type Fact,
  type FactPage,
  type Hidden,
  invalid,
  type Paging,
  type Part,
  pastMoment,
  readerOf,
  readersAbove,
} from '@cascade/service-kit'
import type { Filter } from 'mongodb'

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

type TimeQuery = {
  date?: string | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
  until?: string | undefined
  asOf?: string | undefined
}

/** What a list in the order of time needs to know of its facts: how one is named for `until`, and found by that name. */
export type TimeList<F extends Fact> = {
  ordinalOf: (id: string) => Promise<number | undefined>
  idAt: (ordinal: number) => Promise<string | undefined>
  read: (within: Pick<Part, 'day' | 'until'>, paging: Paging) => Promise<FactPage<F>>
}

/** A page as the contract of such lists has it. @throws AppError VALIDATION for a moment to come or an unknown row. */
export async function pageOfTime<F extends Fact>(
  list: TimeList<F>,
  { date, order, page, size, until, asOf }: TimeQuery,
  { zone, now }: { zone: string; now: () => Date },
) {
  const at = pastMoment(asOf, now())
  const cut = at ? { at, day: businessDay(at, zone) } : until ? await rowOf(list, until) : undefined
  const within = { day: date || undefined, until: cut ? [cut] : [] }
  const { rows, total, searched, newest } = await list.read(within, { order, page, size })
  const keepsByItself = asOf || until || newest === undefined
  return { rows, total, until: keepsByItself ? until : await list.idAt(newest), asOf, searched }
}

async function rowOf<F extends Fact>(list: TimeList<F>, id: string): Promise<Cut> {
  const ordinal = await list.ordinalOf(id)
  if (ordinal === undefined) throw invalid('There is no such row.', 'until')
  return { ordinal }
}

/** Rows of one kind, and what of them is hidden. Every row is of one kind. */
export type Kind = { match: Filter<Fact>; hidden: readonly Hidden[] }

const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

/** A list without what was hidden: in parts, each between two moments at which something was cleared. */
export function visibleParts(base: Part, kinds: readonly Kind[], zone: string): Part[] {
  if (kinds.every(({ hidden }) => hidden.length === 0)) return [base]
  const { day, ...rest } = base
  const from = day ?? base.from ?? firstDay
  const to = day ?? base.to ?? lastDay
  const borders = new Set([from])
  for (const { hidden } of kinds) for (const part of hidden) borders.add(part.from).add(addDays(part.to, 1))
  const starts = [...borders].filter(border => border >= from && border <= to).sort()
  return starts.flatMap((start, index) => {
    const next = starts[index + 1]
    const days = { ...rest, from: start, to: next ? addDays(next, -1) : to }
    return partsOfDays(days, kinds, start, zone)
  })
}

/** All days of a range have the same clearings. */
function partsOfDays(days: Part, kinds: readonly Kind[], day: string, zone: string): Part[] {
  const ends = kinds.map(({ hidden }) => hidden.find(part => part.from <= day && day <= part.to)?.at.getTime())
  const moments = [...new Set(ends.filter(end => end !== undefined))].sort((a, b) => a - b)
  const windows = [...moments, undefined].map((end, index) => ({ start: moments[index - 1], end }))
  return windows.flatMap(({ start, end }) => {
    const shown = kinds.filter((_, index) => {
      const hiddenUntil = ends[index]
      return hiddenUntil === undefined || (start !== undefined && hiddenUntil <= start)
    })
    if (shown.length === 0) return []
    const isWhole = shown.length === kinds.length
    const match = isWhole
      ? days.match
      : ({ $and: [days.match ?? {}, { $or: shown.map(kind => kind.match) }] } as Kind['match'])
    const until = [...(days.until ?? []), ...(end === undefined ? [] : [cutAt(end, zone)])]
    return [{ ...days, match, until, after: start === undefined ? days.after : cutAt(start, zone) }]
  })
}

const cutAt = (moment: number, zone: string) => ({ at: new Date(moment), day: businessDay(new Date(moment), zone) })

/** The list of what an account took part in itself, without those below it. */
const ownListOf = (accountId: string) => `own:${accountId}`

/** Nobody hangs below it: what it sees is what it took part in. */
const isLeaf = (role: string) => !isTreeRole(role) || role === 'player'

/** In whose lists something stands: the parties', those of everybody above them, and the superadmins' one. */
export function readersOf(parties: readonly { id: string; role: string; ancestry: Ancestry }[]): string[] {
  const readers = new Set([everybody])
  for (const { id, role, ancestry } of parties) {
    for (const reader of readersAbove(ancestry)) readers.add(reader)
    if (isLeaf(role)) readers.add(id)
    else {
      readers.add(ownListOf(id))
      if (role !== 'superadmin') readers.add(id)
    }
  }
  return [...readers]
}

/** The list of one account. @param ownOnly without what happened below it. */
export function listOf({ _id, role }: Pick<AccountRow, '_id' | 'role'>, ownOnly: boolean): string {
  return ownOnly && !isLeaf(role) ? ownListOf(_id) : readerOf({ _id, role })
}

const longestText = 64

/**
 * A condition for texts in lower case that hold `text`, whatever its case. No index helps it: whoever uses it names
 * what keeps the set small, and `readMaxMs`.
 */
export const containing = (text: string) => ({
  $regex: text
    .slice(0, longestText)
    .toLowerCase()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
})

/** A read that takes longer is given up, so that one large question does not hold up everybody's. */
export const readMaxMs = 20_000

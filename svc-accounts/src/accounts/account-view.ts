import { toPoints } from '@cascade/contracts'
import { type Account as AccountView, type BranchFigures, restoreDays } from '@cascade/contracts/accounts'
import { playsAllGames } from '@cascade/contracts/games'
import { isInScope, personOf } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { type Account, ancestorIds, type Scope } from './account'
import { percentOf, plainOf } from './field-mapping'
import type { HistoryRow } from './history-store'

type ViewDeps = Pick<AccountsDeps, 'accounts' | 'balances' | 'games' | 'history' | 'ledger'>

/** Data of other collections in an account response: parents, balances in hundredths, names of games. */
export type ViewContext = {
  parents: ReadonlyMap<string, Pick<Account, '_id' | 'username' | 'active'>>
  balances: ReadonlyMap<string, bigint>
  gameNames: ReadonlyMap<string, string>
  /** Of deleted accounts: the last entry of their history. */
  deletions?: ReadonlyMap<string, Pick<HistoryRow, 'by'>>
  viewerId: string
  /** On reads only: in a response to a change the totals would be out of date. */
  subtreeTotals?: ReadonlyMap<string, BranchFigures>
}

type JoinOptions = { parents?: readonly Account[]; booking?: readonly string[]; at?: Date | undefined }

const parentIdsOf = (accounts: readonly Account[]): string[] => [
  ...new Set(accounts.flatMap(({ parentId }) => parentId ?? [])),
]

const allAncestorIdsOf = (accounts: readonly Account[]): string[] => [
  ...new Set([...parentIdsOf(accounts), ...accounts.flatMap(({ ancestry }) => ancestorIds(ancestry))]),
]

/**
 * Reads the context for accounts, with one query per collection. Writing verbs call it before they write, so that no read
 * can fail afterwards.
 * @param options.parents ancestors that are already loaded
 * @param options.booking accounts whose balances the booking will return, so they are not read
 * @param options.at moment of the balances; default now
 */
export async function readViewContext(
  deps: ViewDeps,
  viewer: Scope,
  accounts: readonly Account[],
  { parents: loaded, booking = [], at }: JoinOptions = {},
): Promise<ViewContext> {
  const isRequested = (id: string) => !booking.includes(id)
  const deleted = accounts.filter(account => account.deleted)
  const [parents, balances, gameNames, deletions] = await Promise.all([
    loaded ?? deps.accounts.findMany(allAncestorIdsOf(accounts)),
    balancesAt(deps, [...accounts.map(({ _id }) => _id), ...parentIdsOf(accounts)].filter(isRequested), at),
    deps.games.namesOf(accounts.flatMap(({ games }) => games)),
    deleted.length === 0 ? undefined : deps.history.newestOf(deleted),
  ])
  // Ancestors of the viewer and their balances are hidden.
  const visible = parents.filter(parent => isInScope(viewer, parent))
  const parentsById = new Map(visible.map(parent => [parent._id, parent]))
  return { parents: parentsById, balances, gameNames, viewerId: viewer.accountId, ...(deletions && { deletions }) }
}

export const withBalances = (context: ViewContext, after: Iterable<readonly [string, bigint]>): ViewContext => ({
  ...context,
  balances: new Map([...context.balances, ...after]),
})

export function toAccountView(
  account: Account,
  { parents, balances, gameNames, deletions, viewerId, subtreeTotals }: ViewContext,
): AccountView {
  const branch = subtreeTotals?.get(account._id)
  const parent = parents.get(account.parentId ?? '')
  const pointsOf = (id: string) => toPoints(balances.get(id) ?? 0n)
  const above = ancestorIds(account.ancestry).flatMap(id => parents.get(id) ?? [])
  const suspended = above.findLast(({ active }) => !active)
  return {
    ...fieldsOf(account),
    // The note is hidden from the account itself.
    ...(account._id === viewerId ? { note: '' } : {}),
    ...(suspended ? { suspendedBy: { _id: suspended._id, username: suspended.username } } : {}),
    ...(account.deletedAt ? { deletion: deletionOf(account._id, account.deletedAt, deletions) } : {}),
    refId: parent ? { _id: parent._id, username: parent.username, walletBalance: pointsOf(parent._id) } : null,
    walletBalance: pointsOf(account._id),
    wallet: [{ individualCredit: pointsOf(account._id) }],
    ...(branch ? { branch } : {}),
    ...(account.role === 'admin' ? { games: gamesOf(account, gameNames) } : {}),
    ...(account.role === 'admin' && playsAllGames(account) ? { allGames: true as const } : {}),
  }
}

export const restorableUntil = (deletedAt: Date) => new Date(deletedAt.getTime() + restoreDays * 86_400_000)

function deletionOf(id: string, deletedAt: Date, deletions: ViewContext['deletions']): AccountView['deletion'] {
  const by = deletions?.get(id)?.by
  return {
    at: deletedAt.toISOString(),
    by: by ? { accountId: by.id, username: by.username, role: by.role, ...personOf(by) } : null,
    restorableUntil: restorableUntil(deletedAt).toISOString(),
  }
}

const gamesOf = ({ games }: Account, names: ViewContext['gameNames']) =>
  games.flatMap(_id => (names.has(_id) ? [{ _id, gameName: names.get(_id) ?? '' }] : []))

function fieldsOf(account: Account) {
  const { _id, uniqueId, username, role, isLoggedIn } = account
  return {
    _id,
    uniqueId,
    username,
    role,
    ...plainOf(account),
    commission: percentOf(account),
    userStatus: account.active,
    isLoggedIn,
    ...(account.closing ? { closingSince: account.closing.at.toISOString() } : {}),
    lastLogin: account.lastLogin?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
  }
}

type Deps = Pick<AccountsDeps, 'balances' | 'ledger'>

/** Balances in hundredths, now or at a past moment. */
export const balancesAt = (deps: Deps, ids: readonly string[], at: Date | undefined): Promise<Map<string, bigint>> =>
  at ? deps.ledger.balancesAt(ids, at) : deps.balances(ids)

import { toPoints } from '@cascade/contracts'
import type { Account as AccountView } from '@cascade/contracts/accounts'
import type { AccountsDeps } from '../deps'
import { type Account, inScope, type Scope } from './account'

type ViewDeps = Pick<AccountsDeps, 'accounts' | 'balances' | 'gameNames'>

/** Accounts as the API answers them: reference, balance and game names joined with one query each. */
export async function viewsOf(deps: ViewDeps, viewer: Scope, accounts: readonly Account[]): Promise<AccountView[]> {
  const parentIds = [...new Set(accounts.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))]
  const [parents, balances, names] = await Promise.all([
    parentIds.length === 0 ? [] : deps.accounts.findMany(parentIds),
    deps.balances([...accounts.map(({ _id }) => _id), ...parentIds]),
    deps.gameNames.of(accounts.flatMap(({ games }) => games)),
  ])
  const parentOf = new Map(parents.filter(parent => inScope(viewer, parent)).map(parent => [parent._id, parent]))
  const pointsOf = (id: string) => toPoints(balances.get(id) ?? 0n)

  return accounts.map(account => {
    // What stands above the viewer is not his to see, its balance least of all.
    const parent = parentOf.get(account.parentId ?? '')
    return {
      ...fieldsOf(account),
      refId: parent ? { _id: parent._id, username: parent.username, walletBalance: pointsOf(parent._id) } : null,
      walletBalance: pointsOf(account._id),
      wallet: [{ individualCredit: pointsOf(account._id) }],
      ...(account.role === 'admin' ? { games: gamesOf(account, names) } : {}),
    }
  })
}

export async function viewOf(deps: ViewDeps, viewer: Scope, account: Account): Promise<AccountView> {
  const [view] = await viewsOf(deps, viewer, [account])
  return view as AccountView
}

const gamesOf = (account: Account, names: Map<string, string>) =>
  account.games.flatMap(_id => (names.has(_id) ? [{ _id, gameName: names.get(_id) ?? '' }] : []))

function fieldsOf(account: Account) {
  const { _id, uniqueId, username, role, firstName, lastName, email, phone, dateOfBirth, country, state } = account
  const { city, address, pinCode, occupation, note, isLoggedIn } = account
  return {
    ...{ _id, uniqueId, username, role, firstName, lastName, email, phone, dateOfBirth, country, state },
    ...{ city, address, pinCode, occupation, note, isLoggedIn },
    commission: account.commissionBp / 100,
    userStatus: account.active,
    lastLogin: account.lastLogin?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
  }
}

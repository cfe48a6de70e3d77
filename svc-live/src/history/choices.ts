import { backOfficeRoles } from '@cascade/contracts'
import { playsGame } from '@cascade/contracts/games'
import {
  type Ask,
  accountInScope,
  accountsOf,
  type CollectionPlan,
  requirePermission,
  subtreeFilter,
} from '@cascade/service-kit'
import type { LiveDeps } from '../deps'

const mostUsers = 50

/** One index for each level that may look, with exactly the fields of the query below. */
export const choicePlans: readonly CollectionPlan[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { deleted: 1, nameKey: 1 } },
      ...backOfficeRoles.map(role => ({
        key: { [`ancestry.${role}`]: 1 as const, deleted: 1 as const, nameKey: 1 as const },
      })),
    ],
  },
]

/** Accounts of the subtree whose name begins so, by name: 50 at most. */
export async function listHistoryUsers(deps: LiveDeps, { ctx, input }: Ask<{ q?: string | undefined }>) {
  requirePermission(ctx, 'history.read')
  const prefix = (input.q ?? '').trim().toLowerCase()
  const byName = prefix ? { nameKey: { $gte: prefix, $lt: `${prefix}\uffff` } } : {}
  const found = await accountsOf(deps.db)
    .find({ ...subtreeFilter(ctx.actor), deleted: false, ...byName })
    .sort({ nameKey: 1 })
    .limit(mostUsers)
    .toArray()
  return { data: found.map(({ _id, username, role }) => ({ _id, username, role })) }
}

/** The games that the actor's players play, by name. */
export async function listHistoryGames(deps: LiveDeps, { ctx }: Ask) {
  requirePermission(ctx, 'history.read')
  const own = await accountInScope(deps.db, ctx.actor, ctx.actor.accountId)
  const admin = own.ancestry.admin ? await deps.accounts.recent(own.ancestry.admin) : null
  const games = deps.catalogue.all().filter(({ game }) => !admin || playsGame(admin, game))
  return { data: games.map(({ game: { _id, gameId, gameName } }) => ({ _id, gameId, gameName })) }
}

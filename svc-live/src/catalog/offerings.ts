import { playsGame } from '@cascade/contracts/games'
import {
  type AccountRow,
  type Actor,
  accountInScope,
  accountsOf,
  notFound,
  type ServiceParts,
  subtreeFilter,
} from '@cascade/service-kit'
import type { Catalogue, ScheduledGame } from './catalog'

type Viewer = Pick<Actor, 'accountId' | 'role'>
/** A game below one admin, as a verb meets it. */
export type LivePair = ScheduledGame & { admin: AccountRow }

type PairDeps = Pick<ServiceParts, 'db'> & { catalogue: Catalogue }

/** Every admin of the viewer's scope with each of their games. */
export async function pairsOf({ db, catalogue }: PairDeps, viewer: Viewer): Promise<LivePair[]> {
  const inScope = { role: 'admin' as const, deleted: false, ...subtreeFilter(viewer) }
  const admins = await accountsOf(db).find(inScope).sort({ nameKey: 1 }).toArray()
  const games = catalogue.active()
  return admins.flatMap(admin =>
    games.filter(({ game }) => playsGame(admin, game)).map(scheduled => ({ ...scheduled, admin })),
  )
}

/**
 * A game of an admin, also one that rests: it has had draws.
 * @throws AppError NOT_FOUND unless the viewer may watch it.
 */
export async function findKnownPair(
  deps: PairDeps,
  viewer: Viewer,
  adminId: string,
  gameId: string,
): Promise<LivePair> {
  const admin = await accountInScope(deps.db, viewer, adminId)
  const found = deps.catalogue.find(gameId)
  if (admin.role !== 'admin' || admin.deleted || !found || !playsGame(admin, found.game)) throw notFound()
  return { ...found, admin }
}

/** A game of an admin that is drawn now. @throws AppError NOT_FOUND unless the viewer may watch it. */
export async function findPair(deps: PairDeps, viewer: Viewer, adminId: string, gameId: string): Promise<LivePair> {
  const pair = await findKnownPair(deps, viewer, adminId, gameId)
  if (pair.game.status !== 'active') throw notFound()
  return pair
}

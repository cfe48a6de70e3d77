import { playsGame } from '@cascade/contracts/games'
import {
  type AccountRow,
  type Actor,
  accountInScope,
  accountsOf,
  notFound,
  type ServiceContext,
  subtreeFilter,
} from '@cascade/service-kit'
import type { Catalog, ScheduledGame } from './catalog'

type Viewer = Pick<Actor, 'accountId' | 'role'>
export type LiveOffering = ScheduledGame & { admin: AccountRow }

type OfferingDeps = Pick<ServiceContext, 'db'> & { catalog: Catalog }

export async function listOfferings({ db, catalog }: OfferingDeps, viewer: Viewer): Promise<LiveOffering[]> {
  const inScope = { role: 'admin' as const, deleted: false, ...subtreeFilter(viewer) }
  const admins = await accountsOf(db).find(inScope).sort({ nameKey: 1 }).toArray()
  const games = catalog.active()
  return admins.flatMap(admin =>
    games.filter(({ game }) => playsGame(admin, game)).map(scheduled => ({ ...scheduled, admin })),
  )
}

/**
 * An offering, active or not.
 * @throws AppError NOT_FOUND outside the viewer's scope
 */
export async function findOffering(
  deps: OfferingDeps,
  viewer: Viewer,
  adminId: string,
  gameId: string,
): Promise<LiveOffering> {
  const admin = await accountInScope(deps.db, viewer, adminId)
  const found = deps.catalog.find(gameId)
  if (admin.role !== 'admin' || admin.deleted || !found || !playsGame(admin, found.game)) throw notFound()
  return { ...found, admin }
}

/** An offering whose game is active. @throws AppError NOT_FOUND outside the viewer's scope */
export async function findActiveOffering(
  deps: OfferingDeps,
  viewer: Viewer,
  adminId: string,
  gameId: string,
): Promise<LiveOffering> {
  const offering = await findOffering(deps, viewer, adminId, gameId)
  if (offering.game.status !== 'active') throw notFound()
  return offering
}

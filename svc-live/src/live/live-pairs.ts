import { type GameSnapshot, playsGame } from '@cascade/contracts/games'
import { type AccountRow, type Actor, accountInScope, accountsOf, notFound, subtreeFilter } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'

type Viewer = Pick<Actor, 'accountId' | 'role'>
export type LivePair = { admin: AccountRow; game: GameSnapshot }

type PairDeps = Pick<LiveDeps, 'db' | 'games'>

/** Every admin of the viewer's scope with each of their games. */
export async function pairsOf(deps: PairDeps, viewer: Viewer): Promise<LivePair[]> {
  const inScope = { role: 'admin' as const, deleted: false, ...subtreeFilter(viewer) }
  const [admins, games] = await Promise.all([
    accountsOf(deps.db).find(inScope).sort({ nameKey: 1 }).toArray(),
    deps.games.active(),
  ])
  return admins.flatMap(admin => games.filter(game => playsGame(admin, game)).map(game => ({ admin, game })))
}

/** @throws AppError NOT_FOUND unless the viewer may watch this game of this admin. */
export async function findPair(deps: PairDeps, viewer: Viewer, adminId: string, gameId: string): Promise<LivePair> {
  const [admin, game] = await Promise.all([accountInScope(deps.db, viewer, adminId), deps.games.findActive(gameId)])
  if (admin.role !== 'admin' || admin.deleted || !game || !playsGame(admin, game)) throw notFound()
  return { admin, game }
}

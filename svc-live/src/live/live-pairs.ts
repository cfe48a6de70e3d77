import type { GameSnapshot } from '@cascade/contracts/games'
import { type AccountRow, type Actor, accountInScope, accountsOf, notFound, subtreeFilter } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { activeGames, findActiveGame } from '../games/game-copy'

type Viewer = Pick<Actor, 'accountId' | 'role'>
export type LivePair = { admin: AccountRow; game: GameSnapshot }

/** An admin without a list of games has them all. */
const plays = (admin: AccountRow, game: GameSnapshot) => admin.games.length === 0 || admin.games.includes(game._id)

/** Every admin of the viewer's scope with each of his games. */
export async function listPairs(db: Db, viewer: Viewer): Promise<LivePair[]> {
  const inScope = { role: 'admin' as const, deleted: false, ...subtreeFilter(viewer) }
  const [admins, games] = await Promise.all([
    accountsOf(db).find(inScope).sort({ nameKey: 1 }).toArray(),
    activeGames(db),
  ])
  return admins.flatMap(admin => games.filter(game => plays(admin, game)).map(game => ({ admin, game })))
}

/** @throws AppError NOT_FOUND unless the viewer may watch this game of this admin. */
export async function findPair(db: Db, viewer: Viewer, adminId: string, gameId: string): Promise<LivePair> {
  const [admin, game] = await Promise.all([accountInScope(db, viewer, adminId), findActiveGame(db, gameId)])
  if (admin.role !== 'admin' || admin.deleted || !game || !plays(admin, game)) throw notFound()
  return { admin, game }
}

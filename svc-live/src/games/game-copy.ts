import type { AnyEvent } from '@cascade/contracts'
import { type GameSnapshot, gameEvents } from '@cascade/contracts/games'
import { type CollectionPlan, keepNewest } from '@cascade/service-kit'
import type { ClientSession, Collection, Db } from 'mongodb'
import type { z } from 'zod'

export const gameCopyPlans: readonly CollectionPlan[] = [{ name: 'games', indexes: [{ key: { gameId: 1 } }] }]

export const gameCopySchemas: Readonly<Record<string, z.ZodType<AnyEvent>>> = {
  'games.game.created.v1': gameEvents.created,
  'games.game.updated.v1': gameEvents.updated,
  'games.game.removed.v1': gameEvents.removed,
}

const copiesOf = (db: Db): Collection<GameSnapshot> => db.collection('games')

/** Keeps this service's copy of the games up to date. */
export function projectGames(db: Db, events: readonly AnyEvent[], session: ClientSession): Promise<void> {
  return keepNewest(
    copiesOf(db),
    events.map(event => event.data as GameSnapshot),
    session,
  )
}

const playable = { deleted: false, status: 'active' } as const

/** The games that are drawn now, by name. */
export const activeGames = (db: Db): Promise<GameSnapshot[]> =>
  copiesOf(db).find(playable).sort({ gameName: 1 }).toArray()

/** A game that is drawn now, by its code. */
export const findActiveGame = (db: Db, gameId: string): Promise<GameSnapshot | null> =>
  copiesOf(db).findOne({ gameId, ...playable })

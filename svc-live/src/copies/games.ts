import type { AnyEvent } from '@cascade/contracts'
import { GameSnapshot, gameEvents } from '@cascade/contracts/games'
import { type Feed, keepNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

const copiesOf = (db: Db): Collection<GameSnapshot> => db.collection('games')
const events = Object.values(gameEvents)

/** Our copy of the games, as svc-games tells of them. */
export const gamesFeed: Feed = {
  producer: 'games',
  name: 'live',
  plans: [{ name: 'games', indexes: [{ key: { gameId: 1 } }] }],
  schemas: Object.fromEntries(events.map(event => [event.shape.type.value, event])),
  project: (db, batch: readonly AnyEvent[], tx) =>
    keepNewest(
      copiesOf(db),
      batch.map(event => GameSnapshot.parse(event.data)),
      tx,
    ),
}

const playable = { deleted: false, status: 'active' } as const

export function createGameCopy(db: Db) {
  const rows = copiesOf(db)
  return {
    /** The games that are drawn now, by name. */
    active: () => rows.find(playable).sort({ gameName: 1 }).toArray(),

    /** A game that is not deleted, whether it is drawn now or rests. */
    find: (gameId: string) => rows.findOne({ gameId, deleted: false }),

    /** A game that is drawn now, by its code. */
    findActive: (gameId: string) => rows.findOne({ gameId, ...playable }),
  }
}

import { GameSnapshot, gameEvents } from '@cascade/contracts/games'
import type { Collection, Db } from 'mongodb'
import type { Feed } from '../events/cursor'
import { upsertNewest } from './snapshots'

const schemas: Feed['schemas'] = Object.fromEntries(
  Object.values(gameEvents).map(event => [event.shape.type.value, event]),
)

export const gamesOf = (db: Db, name = 'games'): Collection<GameSnapshot> => db.collection(name)

type GamesFeedOptions = Pick<Feed, 'name'> & Partial<Omit<Feed, 'producer' | 'name'>>

/**
 * The games replica as a feed. A removed game stays as deleted, so that a late event cannot restore it. Projects
 * further data of svc-games in the same order.
 */
export function createGamesFeed({ collections = [], project, ...more }: GamesFeedOptions, collection = 'games'): Feed {
  const copy = { name: collection, indexes: [{ key: { gameId: 1 as const } }] }
  return {
    ...more,
    producer: 'games',
    collections: [copy, ...collections],
    schemas: { ...schemas, ...more.schemas },
    async project(db, events, tx) {
      const games = events.filter(({ type }) => type in schemas).map(({ data }) => GameSnapshot.parse(data))
      await upsertNewest(gamesOf(db, collection), games, tx)
      await project?.(db, events, tx)
    },
  }
}

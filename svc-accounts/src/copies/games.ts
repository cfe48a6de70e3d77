import { type GameSnapshot, gameEvents } from '@cascade/contracts/games'
import { type Feed, keepNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A game as this service keeps it: a removed one stays as deleted, so that a late message cannot bring it back. */
type GameName = Pick<GameSnapshot, '_id' | 'gameName' | 'deleted' | 'version'>

const copiesOf = (db: Db): Collection<GameName> => db.collection('game_names')
const events = Object.values(gameEvents)

/** Our copy of the games: the names of those that an admin may offer, as svc-games tells of them. */
export const gamesFeed: Feed = {
  producer: 'games',
  name: 'accounts_game_names',
  plans: [{ name: 'game_names' }],
  schemas: Object.fromEntries(events.map(event => [event.shape.type.value, event])),
  project: (db, batch, tx) =>
    keepNewest(
      copiesOf(db),
      batch.map(event => {
        const { _id, gameName, deleted, version } = event.data as GameSnapshot
        return { _id, gameName, deleted, version }
      }),
      tx,
    ),
}

export function createGameCopy(db: Db) {
  const rows = copiesOf(db)
  return {
    /** Names by id. A game that was removed has none any more; one that nobody told of yet has an empty one. */
    async of(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const unique = [...new Set(ids)]
      const found = new Map((await rows.find({ _id: { $in: unique } }).toArray()).map(row => [row._id, row]))
      return new Map(
        unique.filter(id => !found.get(id)?.deleted).map(id => [id, found.get(id)?.gameName ?? ''] as const),
      )
    },
  }
}

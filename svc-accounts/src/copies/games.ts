import { type GameSnapshot, gameEvents } from '@cascade/contracts/games'
import { type Feed, keepNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A game as this service keeps it: a removed one stays as deleted, so that a late message cannot bring it back. */
type GameName = Pick<GameSnapshot, '_id' | 'gameId' | 'gameName' | 'deleted' | 'version'>

const copiesOf = (db: Db): Collection<GameName> => db.collection('game_names')
const events = Object.values(gameEvents)

/** Our copy of the games: the names of those that an admin may offer, as svc-games tells of them. */
export const gamesFeed: Feed = {
  producer: 'games',
  name: 'accounts_game_names',
  plans: [{ name: 'game_names', indexes: [{ key: { gameId: 1 } }] }],
  schemas: Object.fromEntries(events.map(event => [event.shape.type.value, event])),
  project: (db, batch, tx) =>
    keepNewest(
      copiesOf(db),
      batch.map(event => {
        const { _id, gameId, gameName, deleted, version } = event.data as GameSnapshot
        return { _id, gameId, gameName, deleted, version }
      }),
      tx,
    ),
}

export function createGameCopy(db: Db) {
  const rows = copiesOf(db)

  async function find(ids: readonly string[]): Promise<GameName[]> {
    if (ids.length === 0) return []
    return rows.find({ _id: { $in: [...new Set(ids)] } }).toArray()
  }

  return {
    /** Names by id. A game that was removed has none any more; one that nobody told of has an empty one. */
    async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
      const found = new Map((await find(ids)).map(row => [row._id, row]))
      const shown = [...new Set(ids)].filter(id => !found.get(id)?.deleted)
      return new Map(shown.map(id => [id, found.get(id)?.gameName ?? '']))
    },

    /** Names by the code of the game, also of removed ones: what was played stays readable. */
    async namesByCode(codes: readonly string[]): Promise<Map<string, string>> {
      if (codes.length === 0) return new Map()
      const found = await rows.find({ gameId: { $in: [...new Set(codes)] } }).toArray()
      return new Map(found.map(({ gameId, gameName }) => [gameId, gameName]))
    },

    /** Whether svc-games has told of every one of them, and whether any of them was removed. */
    async check(ids: readonly string[]): Promise<{ isComplete: boolean; hasRemoved: boolean }> {
      const found = await find(ids)
      return { isComplete: found.length === new Set(ids).size, hasRemoved: found.some(({ deleted }) => deleted) }
    },
  }
}

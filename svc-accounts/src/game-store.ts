import { type GameSnapshot, gameEvents } from '@cascade/contracts/games'
import { type Feed, keepNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { createGroupedRead } from './grouped-read'

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

/** For so long a new name may be missing from what is shown; it came by an event, which takes as long. */
const shownForMs = 1_000

export function createGameCopy(db: Db) {
  const rows = copiesOf(db)
  let shown = { at: Number.NEGATIVE_INFINITY, games: new Map<string, GameName>() }

  const read = createGroupedRead(
    async ids => new Map((await rows.find({ _id: { $in: ids } }).toArray()).map(row => [row._id, row])),
  )

  async function shownGames(ids: readonly string[]) {
    if (performance.now() - shown.at > shownForMs) shown = { at: performance.now(), games: new Map() }
    const { games } = shown
    const found = await read(ids.filter(id => !games.has(id)))
    for (const [id, game] of found) games.set(id, game)
    return games
  }

  return {
    /** Names by id. A game that was removed has none any more; one that nobody told of has an empty one. */
    async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
      const found = await shownGames(ids)
      const left = [...new Set(ids)].filter(id => !found.get(id)?.deleted)
      return new Map(left.map(id => [id, found.get(id)?.gameName ?? '']))
    },

    /** Names by the code of the game, also of removed ones: what was played stays readable. */
    async namesByCode(codes: readonly string[]): Promise<Map<string, string>> {
      if (codes.length === 0) return new Map()
      const found = await rows.find({ gameId: { $in: [...new Set(codes)] } }).toArray()
      return new Map(found.map(({ gameId, gameName }) => [gameId, gameName]))
    },

    /** Whether svc-games has told of every one of them, and whether any of them was removed. */
    async check(ids: readonly string[]): Promise<{ isComplete: boolean; hasRemoved: boolean }> {
      const found = await read(ids)
      const asked = [...new Set(ids)].map(id => found.get(id))
      return { isComplete: asked.every(game => game !== undefined), hasRemoved: asked.some(game => game?.deleted) }
    },
  }
}

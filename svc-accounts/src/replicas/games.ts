import type { GameSnapshot } from '@cascade/contracts/games'
import { createGamesFeed, createGroupedRead, gamesOf } from '@cascade/service-kit'
import type { Db } from 'mongodb'

const collection = 'game_names'

export const gamesFeed = createGamesFeed({ name: 'accounts_game_names' }, collection)

/** Staleness of game names; comparable to the delay of the event itself. */
const cacheTtlMs = 1_000

export function createGameReplica(db: Db) {
  const rows = gamesOf(db, collection)
  let cache = { at: Number.NEGATIVE_INFINITY, games: new Map<string, GameSnapshot>() }

  const read = createGroupedRead(
    async ids => new Map((await rows.find({ _id: { $in: ids } }).toArray()).map(row => [row._id, row])),
  )

  async function cachedGames(ids: readonly string[]) {
    if (performance.now() - cache.at > cacheTtlMs) cache = { at: performance.now(), games: new Map() }
    const { games } = cache
    const found = await read(ids.filter(id => !games.has(id)))
    for (const [id, game] of found) games.set(id, game)
    return games
  }

  return {
    /** Names by id. Omits removed games; the name of an unknown game is empty. */
    async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
      const found = await cachedGames(ids)
      const remaining = [...new Set(ids)].filter(id => !found.get(id)?.deleted)
      return new Map(remaining.map(id => [id, found.get(id)?.gameName ?? '']))
    },

    /** Names by game code, including removed games, for statements. */
    async namesByCode(codes: readonly string[]): Promise<Map<string, string>> {
      if (codes.length === 0) return new Map()
      const found = await rows.find({ gameId: { $in: [...new Set(codes)] } }).toArray()
      return new Map(found.map(({ gameId, gameName }) => [gameId, gameName]))
    },

    /** `isComplete`: all games are in the replica. `hasRemoved`: at least one was removed. */
    async check(ids: readonly string[]): Promise<{ isComplete: boolean; hasRemoved: boolean }> {
      const found = await read(ids)
      const games = [...new Set(ids)].map(id => found.get(id))
      return { isComplete: games.every(game => game !== undefined), hasRemoved: games.some(game => game?.deleted) }
    },
  }
}

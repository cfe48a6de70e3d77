import type { GameSnapshot } from '@cascade/contracts/games'
import { createFeedCursor } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { gamesFeed } from '../replicas/games'
import type { World } from './world'

const counts = new WeakMap<World, number>()

export async function publishGames(
  world: World,
  ...games: (Pick<GameSnapshot, '_id' | 'version'> & Partial<GameSnapshot>)[]
) {
  const { client, db } = world
  const cursor = createFeedCursor({
    ...gamesFeed,
    client,
    db,
    logger: silentLogger,
    project: (events, tx) => gamesFeed.project(db, events, tx),
  })
  const before = counts.get(world) ?? 0
  counts.set(world, before + games.length)
  const events = games.map((game, index) => ({
    id: `game-event-${before + index + 1}`,
    seq: before + index + 1,
    at: '2026-01-05T10:00:00.000Z',
    actor: null,
    correlationId: 'c',
    causationId: null,
    type: `games.game.${game.deleted ? 'removed' : 'updated'}.v1`,
    data: {
      gameId: 'MNOQqWWi',
      gameName: `Name of ${game._id}`,
      nodigit: 10,
      timecount: 60,
      status: 'active',
      deleted: false,
      ...game,
    },
  }))
  await cursor.apply(events.flatMap(event => cursor.read(event) ?? []))
}

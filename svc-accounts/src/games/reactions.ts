import { type GameSnapshot, gameEvents } from '@cascade/contracts/games'
import type { FeedCursorOptions } from '@cascade/service-kit'
import type { GameNames } from './game-names'

const events = Object.values(gameEvents)

/** What the games domain tells us: the cursor keeps the order, so the last state of a batch is the newest. */
export function gameReactions(
  gameNames: GameNames,
): Pick<FeedCursorOptions, 'producer' | 'name' | 'schemas' | 'project'> {
  return {
    producer: 'games',
    name: 'accounts_game_names',
    schemas: Object.fromEntries(events.map(event => [event.shape.type.value, event])),
    project: async (batch, session) => {
      const games = batch.map(event => event.data as GameSnapshot)
      await gameNames.keep(
        games.map(({ _id, gameName, deleted, version }) => ({ _id, gameName, deleted, version })),
        session,
      )
    },
  }
}

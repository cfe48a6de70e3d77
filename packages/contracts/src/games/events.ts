import { z } from 'zod'
import { eventOf } from '../event'
import { GameStatus, Time } from './api'

/** The whole state of a game as other services keep it. A higher `version` replaces a lower one. */
export const GameSnapshot = z.object({
  _id: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  nodigit: z.number().int(),
  /** Seconds between draws. */
  timecount: z.number().int(),
  status: GameStatus,
  deleted: z.boolean(),
  version: z.number().int(),
})
export type GameSnapshot = z.infer<typeof GameSnapshot>

export const gameEvents = {
  created: eventOf('games.game.created.v1', GameSnapshot),
  updated: eventOf('games.game.updated.v1', GameSnapshot),
  removed: eventOf('games.game.removed.v1', GameSnapshot),
}

export const timeEvents = { created: eventOf('games.time.created.v1', Time) }

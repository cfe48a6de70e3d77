import { z } from 'zod'
import { eventOf } from '../event'
import { GameDescription } from './description'
import { GameStatus } from './games'
import { WinPercentage } from './percentages'

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
  /** Address of its picture; events from before it was told do not have it. */
  logo: z.string().optional(),
  version: z.number().int(),
})
export type GameSnapshot = z.infer<typeof GameSnapshot>

/** Each field of the game that was changed, as it was and as it is. Who did it stands in the envelope. */
export const Changes = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
export type Changes = z.infer<typeof Changes>

const ChangedGame = GameSnapshot.extend({ changes: Changes.optional() })

export const gameEvents = {
  created: eventOf('games.game.created.v1', GameSnapshot),
  updated: eventOf('games.game.updated.v1', ChangedGame),
  statusChanged: eventOf('games.game.status-changed.v1', ChangedGame),
  removed: eventOf('games.game.removed.v1', GameSnapshot),
}

/** A share that somebody has set; without one the share is `standardWinpercentage`. A higher `version` replaces. */
export const PercentageChanged = eventOf(
  'games.percentage.changed.v1',
  z.object({
    /** `<adminId>_<gameId>`. */
    _id: z.string(),
    adminId: z.string(),
    gameId: z.string(),
    before: WinPercentage,
    winpercentage: WinPercentage,
    version: z.number().int(),
  }),
)
export type PercentageChanged = z.infer<typeof PercentageChanged>

/**
 * A new version of how a game is played, told whole, so that a consumer keeps every version that its draws need.
 * Versions of a game are 1, 2, 3 …; who made it stands in the envelope.
 */
export const DescriptionChanged = eventOf(
  'games.description.changed.v1',
  z.object({
    gameId: z.string(),
    version: z.number().int(),
    description: GameDescription,
  }),
)
export type DescriptionChanged = z.infer<typeof DescriptionChanged>

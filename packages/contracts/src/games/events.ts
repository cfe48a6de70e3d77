import { z } from 'zod'
import { defineEvent } from '../event'
import { GameDescription } from './description'
import { GameStatus } from './games'
import { WinPercentage } from './percentages'

/** The complete state of a game, as other services replicate it. A higher `version` replaces a lower one. */
export const GameSnapshot = z.object({
  _id: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  nodigit: z.number().int(),
  /** Seconds between draws. */
  timecount: z.number().int(),
  status: GameStatus,
  deleted: z.boolean(),
  /** URL path of its picture, if it has one. */
  logo: z.string().optional(),
  version: z.number().int(),
})
export type GameSnapshot = z.infer<typeof GameSnapshot>

/** Changed fields with their values before and after. The actor is in the envelope. */
export const Changes = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
export type Changes = z.infer<typeof Changes>

const ChangedGame = GameSnapshot.extend({ changes: Changes.optional() })

export const gameEvents = {
  created: defineEvent('games.game.created.v1', GameSnapshot),
  updated: defineEvent('games.game.updated.v1', ChangedGame),
  statusChanged: defineEvent('games.game.status-changed.v1', ChangedGame),
  removed: defineEvent('games.game.removed.v1', GameSnapshot),
}

/**
 * A percentage that was set explicitly; the default is `defaultWinpercentage`. A higher `version` replaces a lower
 * one.
 */
export const PercentageChanged = defineEvent(
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
 * A new version of the description of a game, complete, so that a consumer can keep every version its draws need.
 * Versions of a game are 1, 2, 3 …; the actor is in the envelope.
 */
export const DescriptionChanged = defineEvent(
  'games.description.changed.v1',
  z.object({
    gameId: z.string(),
    version: z.number().int(),
    description: GameDescription,
  }),
)
export type DescriptionChanged = z.infer<typeof DescriptionChanged>

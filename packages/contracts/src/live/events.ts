import { z } from 'zod'
import { eventOf } from '../event'

/**
 * Whether players wait for a result of this game below this admin. Told when the first ticket of a pair is taken and
 * when the last one is settled, not for each ticket. A higher `version` of a pair replaces a lower one.
 */
export const GameBusy = eventOf(
  'live.game.busy.v1',
  z.object({ adminId: z.string(), gameId: z.string(), busy: z.boolean(), version: z.number().int() }),
)
export type GameBusy = z.infer<typeof GameBusy>

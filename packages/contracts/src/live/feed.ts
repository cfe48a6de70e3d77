import { z } from 'zod'
import { Id } from '../define'
import { internalCall } from '../internal'
import { Role } from '../roles'
import { LiveGame } from './api'

/** What a browser sends over the socket as `gameData` and `timerData`. */
export const FeedRequest = z.strictObject({ adminId: Id, gameId: Id })
export type FeedRequest = z.infer<typeof FeedRequest>

/** Core NATS subject below the namespace of a game's changes; the payload is a whole `LiveGame`. */
export const liveFeedSubject = (adminId: string, gameId: string) => `feed.live.${adminId}.${gameId}`

/** What the socket answers: `responseData` with the draw or an error, `timer` with the time left. */
export const FeedError = z.object({ error: z.string() })
export const TimerPush = z.object({
  gameId: z.string(),
  time: z.string(),
  drawAt: z.iso.datetime(),
  now: z.iso.datetime(),
})
export type TimerPush = z.infer<typeof TimerPush>

export const liveInternal = {
  /** The snapshot of a subscription, checked against the user's scope; 404 outside it. */
  snapshot: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/snapshot',
    callers: ['gateway'],
    body: z.strictObject({ accountId: z.string(), role: Role, adminId: Id, gameId: Id }),
    answer: LiveGame,
  }),
}

import { z } from 'zod'
import { answerOf, endpoint, ListQuery } from '../define'
import { AsOf } from '../values/moments'
import { Points } from '../values/points'
import { optional } from './shared'

/** A player below the caller; play, win and claim are those of today in the business zone, `end` is play minus win. */
export const OnlinePlayer = z.object({
  _id: z.string(),
  username: z.string(),
  /** Of the wallet. */
  points: Points,
  playPoints: Points,
  winPoints: Points,
  claimPoints: Points,
  endPoints: Points,
  isOnline: z.boolean(),
  /** Null when nobody has signed in yet, or not within what the activity log remembers. */
  lastLogin: z.iso.datetime().nullable(),
})
export type OnlinePlayer = z.infer<typeof OnlinePlayer>

export const onlineApi = {
  onlinePlayers: endpoint({
    id: 'reports.onlinePlayer.list',
    domain: 'reports',
    call: 'GET /onlinePlayer',
    may: 'reports.read',
    summary: 'Players below the caller, those who are online first, with what they played today',
    query: ListQuery.extend({
      /** The signed-in user, or an account below: the players of that account. */
      loginid: z.string().optional(),
      sort: z.enum(['username']).optional(),
      status: optional(z.enum(['online', 'offline'])),
      /** Points and figures as of a past moment, those of its day; who is listed and who is online is as it is now. */
      asOf: AsOf.optional(),
    }),
    answer: answerOf(z.array(OnlinePlayer), {
      total: z.number().int(),
      online: z.number().int(),
      asOf: AsOf.optional(),
    }),
    refuses: ['NOT_FOUND'],
  }),
}

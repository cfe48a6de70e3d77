import { z } from 'zod'
import { answerOf, endpoint, ListQuery, optional } from '../define'
import type { ExamplesOf } from '../example'
import { AsOf } from '../values/days'
import { Points } from '../values/points'

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

export const onlineExamples = (): ExamplesOf<typeof onlineApi> => ({
  fields: {
    _id: 'p1',
    username: 'player1',
    points: 250,
    playPoints: 1000,
    winPoints: 850,
    claimPoints: 850,
    endPoints: 150,
    isOnline: true,
    lastLogin: '2026-01-05T10:00:00.000Z',
    online: 1,
  },
  onlinePlayers: { query: { page: 1, size: 10, status: 'online' } },
})

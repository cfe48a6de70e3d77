import { z } from 'zod'
import { endpoint, ListQuery, optionalFilter, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { AsOf } from '../values/days'
import { Points } from '../values/points'

/** A player below the caller. Play, win and claim are those of the current business day; `end` is play minus win. */
export const OnlinePlayer = z.object({
  _id: z.string(),
  username: z.string(),
  /** Wallet balance. */
  points: Points,
  playPoints: Points,
  winPoints: Points,
  claimPoints: Points,
  endPoints: Points,
  isOnline: z.boolean(),
  /** Null if the player never signed in, or not within the retention of the activity log. */
  lastLogin: z.iso.datetime().nullable(),
})
export type OnlinePlayer = z.infer<typeof OnlinePlayer>

export const onlineApi = {
  onlinePlayers: endpoint({
    id: 'reports.onlinePlayer.list',
    domain: 'reports',
    route: 'GET /onlinePlayer',
    permission: 'reports.read',
    summary: "Players below the caller with today's figures, online players first",
    query: ListQuery.extend({
      /** The caller, or an account below whose players are listed. */
      loginid: z.string().optional(),
      sort: z.enum(['username']).optional(),
      status: optionalFilter(z.enum(['online', 'offline'])),
      /**
       * With a past moment: points of that moment and figures of its day. Listed players and online state are current.
       */
      asOf: AsOf.optional(),
    }),
    response: responseOf(z.array(OnlinePlayer), {
      total: z.number().int(),
      online: z.number().int(),
      asOf: AsOf.optional(),
    }),
    errors: ['NOT_FOUND'],
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

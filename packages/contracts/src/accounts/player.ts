import { z } from 'zod'
import { CallerQuery, endpoint, listResponseOf, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Moment } from '../values/days'
import { Points } from '../values/points'
import { StatementRow, statementRowExample } from './ledger/statement'
import { LimitsView, limitsExample } from './limits'

/** Wallet balance, limits, open stakes, unclaimed wins and debt of a player. */
const PlayerMe = z.object({
  _id: z.string(),
  username: z.string(),
  balance: Points,
  open: z.object({ tickets: z.number().int(), stake: Points }),
  unclaimed: Points,
  /** Debt from claimed wins that were later corrected; recovered from the next wins. */
  owed: Points,
  limits: LimitsView,
})

/** Calls of a player about their own wallet. The calls of the games are in `playApi`. */
export const playerApi = {
  me: endpoint({
    id: 'accounts.play.me',
    domain: 'accounts',
    route: 'GET /play/me',
    permission: 'bets.place',
    summary: "The player's own balance, limits, open stakes and unclaimed wins",
    response: responseOf(PlayerMe),
  }),
  statement: endpoint({
    id: 'accounts.play.statement',
    domain: 'accounts',
    route: 'GET /play/statement',
    permission: 'bets.place',
    summary:
      "Entries of the player's own wallet, newest first, with the running balance; 50 per page unless `size` is given",
    query: CallerQuery.extend({
      from: Moment.optional(),
      to: Moment.optional(),
      page: z.coerce.number().int().min(1).max(100_000).optional(),
      size: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    response: listResponseOf(StatementRow),
  }),
}

export const playerExamples = (): ExamplesOf<typeof playerApi> => ({
  fields: {
    _id: 'id-player',
    username: 'player1',
    balance: 990,
    open: { tickets: 1, stake: 10 },
    unclaimed: 90,
    owed: 0,
    limits: limitsExample,
  },
  statement: { query: { page: 1, size: 50, from: '2026-01-01T00:00:00Z' }, response: { data: [statementRowExample] } },
})

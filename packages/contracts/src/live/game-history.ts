import { z } from 'zod'
import { CallerQuery, endpoint, Id, ListQuery, responseOf, Searched, SearchText } from '../define'
import { EventPerson } from '../event-actor'
import type { ExamplesOf } from '../example'
import { Role } from '../roles'
import { AsOf, calendarDay, dayOrMoment, PresetQuery } from '../values/days'
import { Points } from '../values/points'
import { TicketProof } from './fairness/ticket-proof'
import { voidFields } from './void'

/** Select fields send an empty string or `all` for no choice. */
const optionalChoice = <S extends z.ZodType<string>>(value: S) =>
  z
    .union([z.literal(''), z.literal('all'), value])
    .transform(text => (text === '' || text === 'all' ? undefined : text))
    .optional()

/** A day, or a timestamp that stands for its day in the business time zone. */
const Day = optionalChoice(dayOrMoment())

/**
 * `tdate` is a single day and takes precedence over the range, which takes precedence over `preset`. Default: today.
 */
export const HistoryQuery = ListQuery.extend({
  /** The list is always ordered by time. */
  sort: z.enum(['timeopen']).optional(),
  gameId: optionalChoice(Id),
  /** An account in the caller's scope: its tickets and those of everyone below it. */
  userId: optionalChoice(Id),
  startDate: Day,
  endDate: Day,
  tdate: optionalChoice(calendarDay()),
  preset: PresetQuery.optional(),
  /** A past moment: the list with the results and wins of that moment. */
  asOf: AsOf.optional(),
  /** Also requests the sums of the newest tickets of the filter. */
  sums: z.literal('true').optional(),
})
export type HistoryQuery = z.output<typeof HistoryQuery>

export const Correction = z.object({
  from: z.string(),
  to: z.string(),
  by: z.object({ username: z.string(), role: Role, person: EventPerson.optional() }),
  at: z.iso.datetime(),
  reason: z.string(),
})
export type Correction = z.infer<typeof Correction>

export const HistoryRow = z.object({
  ticketId: z.string(),
  username: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  /** When the bet was booked, and when its draw was or will be drawn. */
  timeopen: z.iso.datetime(),
  timeclose: z.iso.datetime(),
  playpoints: Points,
  winpoints: Points,
  resultNo: z.string().nullable(),
  /** The label of the result, if it differs from `resultNo`. */
  resultLabel: z.string().optional(),
  booster: z.number().int().nullable(),
  /** When the full win was paid into the wallet; null before that and for losing tickets. */
  claimdate: z.iso.datetime().nullable(),
  playerId: z.string(),
  drawId: z.string(),
  /** The draw number on screens; absent until the ticket is settled. */
  drawNumber: z.number().int().optional(),
  /** All corrections of the result, oldest first; absent if there is none. */
  corrections: z.array(Correction).optional(),
  /** When betting on its draw closes; absent once it has. Until then the ticket can be voided. */
  lockAt: z.iso.datetime().optional(),
  ...voidFields,
})
export type HistoryRow = z.infer<typeof HistoryRow>

/** Sums of the newest `tickets` of the filter: of all of them if that equals `total`. */
export const HistorySums = z.object({ tickets: z.number().int(), playpoints: Points, winpoints: Points })
export type HistorySums = z.infer<typeof HistorySums>

export const TicketQuery = CallerQuery.extend({ ticketId: Id, gameId: Id })

export const TicketRow = z.object({
  ticketid: z.string(),
  drawno: z.string(),
  drawqty: z.number().int(),
  drawtotal: Points,
  /** Bet type of the game's description, e.g. `straight`. */
  type: z.string(),
  win: Points,
})
export type TicketRow = z.infer<typeof TicketRow>

/** `q`: prefix of the username; at most 50 rows. */
export const HistoryUsersQuery = CallerQuery.extend({ q: SearchText.optional() })
export const HistoryUser = z.object({ _id: z.string(), username: z.string(), role: Role })
export const HistoryGame = z.object({ _id: z.string(), gameId: z.string(), gameName: z.string() })

export const gameHistoryApi = {
  history: endpoint({
    id: 'live.history.list',
    domain: 'live',
    route: 'GET /history/gamehistory',
    permission: 'history.read',
    summary: 'Tickets of the subtree, newest first',
    query: HistoryQuery,
    response: responseOf(z.array(HistoryRow), {
      total: z.number().int().optional(),
      /** Present if `q` was matched against the newest tickets only. */
      searched: Searched.optional(),
      sums: HistorySums.optional(),
      asOf: AsOf.optional(),
    }),
    errors: ['NOT_FOUND'],
  }),
  ticket: endpoint({
    id: 'live.ticket.read',
    domain: 'live',
    route: 'GET /history/getdetailsbyticketid',
    permission: 'history.read',
    summary: 'Bets of one ticket',
    query: TicketQuery,
    /** `proof` proves that the ticket was in its draw; null before the draw is closed. */
    response: responseOf(z.array(TicketRow), { proof: TicketProof.nullable().optional() }),
  }),
  historyUsers: endpoint({
    id: 'live.history.users',
    domain: 'live',
    route: 'GET /history/loadUsers',
    permission: 'history.read',
    summary: 'Accounts of the subtree for the filter, by username prefix',
    query: HistoryUsersQuery,
    response: responseOf(z.array(HistoryUser)),
  }),
  historyGames: endpoint({
    id: 'live.history.games',
    domain: 'live',
    route: 'GET /history/loadGames',
    permission: 'history.read',
    summary: 'Games for the filter',
    response: responseOf(z.array(HistoryGame)),
  }),
}

export const historyRowExample: HistoryRow = {
  ticketId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
  username: 'player1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  timeopen: '2026-03-01T10:00:12.000Z',
  timeclose: '2026-03-01T10:01:00.000Z',
  playpoints: 10,
  winpoints: 90,
  resultNo: '7',
  booster: 1,
  claimdate: '2026-03-01T10:02:05.000Z',
  playerId: 'p1',
  drawId: 'a1_MNOQqWWi_1772359260',
  drawNumber: 4213,
}

export const gameHistoryExamples = (): ExamplesOf<typeof gameHistoryApi> => {
  const { ticketId, playerId, username, gameId } = historyRowExample
  return {
    fields: { ...historyRowExample, _id: 'g1' },
    history: { query: { page: 1, size: 10, gameId, tdate: '2026-03-01' } },
    ticket: {
      response: { data: [{ ticketid: ticketId, drawno: '7', drawqty: 10, drawtotal: 10, type: 'straight', win: 90 }] },
    },
    historyUsers: { query: { q: 'pla' }, response: { data: [{ _id: playerId, username, role: 'player' }] } },
  }
}

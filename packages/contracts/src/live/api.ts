import { z } from 'zod'
import { answerOf, CallerQuery, endpoint, Id, listOf } from '../define'
import type { AnyEndpoint } from '../endpoint'
import { gameIn, idIn, noteIn, pointsIn, type Tell, tell } from '../tell'
import { AsOf } from '../values/moments'
import { CreateBet, PlacedBet, TakenWins, TakeWins } from './bet'
import {
  AddedResult,
  AddResult,
  ChangeBalance,
  ChangedBalance,
  CorrectionPreview,
  CorrectionQuery,
  CorrectResult,
  EndedStop,
  GameAtAdmin,
  LimitUse,
  SetStop,
  Stop,
} from './control'
import { DrawListQuery, DrawPage, DrawParams, DrawRow, DrawTicket, DrawTicketsQuery, PublicRecord } from './draws'
import { SeedChain } from './fairness/seed-chain'
import { TicketProof } from './fairness/ticket-proof'
import {
  HistoryGame,
  HistoryQuery,
  HistoryRow,
  HistoryUser,
  HistoryUsersQuery,
  TicketQuery,
  TicketRow,
} from './history'
import { LiveGame, LivePair } from './live-game'
import { playApi } from './play/api'
import { PublicJwk } from './record'
import { WhatIf, WhatIfQuery } from './what-if'

const tellPair =
  (subject: string, does: string): Tell =>
  ({ body }) => ({
    subject,
    does,
    accountId: idIn(body.adminId),
    target: gameIn(body.gameId),
    note: noteIn(body.reason),
  })

const tellBet: Tell = ({ body }) => ({
  subject: 'Bet placed',
  does: 'bet {amount} on {object}',
  target: gameIn(body.gameId),
  amount: stakeIn(body.bets),
})

/** What the lines of a ticket that was sent come to; a line is worth its quantity. */
function stakeIn(bets: unknown): number | undefined {
  if (!Array.isArray(bets)) return undefined
  const quantities = bets.map((bet: unknown) =>
    Number(typeof bet === 'object' && bet !== null && 'quantity' in bet ? bet.quantity : Number.NaN),
  )
  return pointsIn(quantities.reduce((sum, quantity) => sum + quantity, 0))
}

export const liveApi = {
  loadGame: endpoint({
    id: 'live.game.read',
    domain: 'live',
    call: 'GET /live/loadgame',
    may: 'live.control',
    summary: 'The open draw of a game below an admin',
    query: GameAtAdmin,
    answer: answerOf(LiveGame),
  }),
  timer: endpoint({
    id: 'live.timer.read',
    domain: 'live',
    call: 'GET /app/gettimer',
    may: 'any',
    summary: 'Time left until the draw of a game, as mm:ss',
    query: CallerQuery.extend({ gameId: Id }),
    answer: answerOf(z.string(), {
      time: z.string(),
      lockAt: z.iso.datetime(),
      drawAt: z.iso.datetime(),
      now: z.iso.datetime(),
      /** Of whoever stands below an admin: the open draw, and the SHA-256 of the seed that will decide it. */
      drawId: z.string().optional(),
      commitment: z.string().optional(),
    }),
  }),
  games: endpoint({
    id: 'live.game.list',
    domain: 'live',
    call: 'GET /live/games',
    may: 'live.control',
    summary: 'Pairs of admin and game that the caller may control: the Live Result menu',
    answer: answerOf(z.array(LivePair)),
  }),
  addBalance: endpoint({
    id: 'live.balance.update',
    domain: 'live',
    call: 'POST /live/addbalance',
    books: 'play',
    may: 'live.control',
    tell: sent => ({
      ...(sent.body.type === 'remove'
        ? tellPair('Game balance reset', 'reset the balance of {object}')(sent)
        : tellPair('Game balance added', 'added {amount} to the balance of {object}')(sent)),
      amount: pointsIn(sent.body.balance),
    }),
    summary: 'Add to the balance of a game, or bring it to 0',
    body: ChangeBalance,
    answer: answerOf(ChangedBalance),
  }),
  addResult: endpoint({
    id: 'live.result.save',
    domain: 'live',
    call: 'POST /live/addresult',
    may: 'live.control',
    tell: tellPair('Result chosen', 'chose the next result of {object}'),
    summary: 'Choose the result of the open draw, or of the next one when it is locked',
    body: AddResult,
    answer: answerOf(AddedResult),
  }),
  correctResult: endpoint({
    id: 'live.result.correct',
    domain: 'live',
    call: 'POST /live/correctresult',
    may: 'live.control',
    tell: ({ body }) => {
      const id = idIn(body.drawId)
      return {
        subject: 'Result corrected',
        does: 'corrected the result of {object}',
        target: id === undefined ? undefined : { kind: 'draw', id },
        note: noteIn(body.reason),
      }
    },
    summary: 'Replace the result of a finished draw and pay the differences',
    body: CorrectResult,
    answer: answerOf(DrawRow),
  }),
  correction: endpoint({
    id: 'live.correction.read',
    domain: 'live',
    call: 'GET /live/correction',
    may: 'live.control',
    summary: 'What a correction would do to each player, before it is saved',
    query: CorrectionQuery,
    answer: answerOf(CorrectionPreview),
  }),
  limits: endpoint({
    id: 'live.limits.read',
    domain: 'live',
    call: 'GET /live/limits',
    may: 'live.control',
    summary: 'How much of the limits of the open draw is used',
    query: GameAtAdmin,
    answer: answerOf(LimitUse),
  }),
  stops: endpoint({
    id: 'live.stop.list',
    domain: 'live',
    call: 'GET /live/stops',
    may: 'live.control',
    summary: 'Betting stops in force below the caller',
    answer: answerOf(z.array(Stop)),
  }),
  endedStops: endpoint({
    id: 'live.stop.ended',
    domain: 'live',
    call: 'GET /live/endedstops',
    may: 'live.control',
    summary: 'Betting stops of a game below an admin that are over, the newest 50',
    query: GameAtAdmin,
    answer: answerOf(z.array(EndedStop)),
  }),
  setStop: endpoint({
    id: 'live.stop.save',
    domain: 'live',
    call: 'POST /live/stop',
    may: 'live.control',
    tell: sent =>
      sent.body.stopped === true
        ? tellPair('Betting stopped', 'stopped betting on {object}')(sent)
        : tellPair('Betting allowed', 'allowed betting on {object}')(sent),
    summary: 'Stop betting on a game, or on all games of an admin, or allow it again',
    body: SetStop,
    answer: answerOf(z.array(Stop)),
  }),
  whatIf: endpoint({
    id: 'live.whatIf.read',
    domain: 'live',
    call: 'GET /live/whatif',
    may: 'percentages.write',
    summary: 'What the last draws of a game would have paid and kept with another percentage',
    query: WhatIfQuery,
    answer: answerOf(WhatIf),
  }),
  draws: endpoint({
    id: 'live.draw.list',
    domain: 'live',
    call: 'GET /live/draws',
    may: 'live.control',
    summary: 'Finished draws of a game on one day, newest first',
    query: DrawListQuery,
    answer: listOf(DrawRow),
  }),
  draw: endpoint({
    id: 'live.draw.read',
    domain: 'live',
    call: 'GET /live/draws/:drawId',
    may: 'live.control',
    summary: 'Everything about one draw, with the records to check it by',
    params: DrawParams,
    answer: answerOf(DrawPage),
  }),
  drawTickets: endpoint({
    id: 'live.draw.tickets',
    domain: 'live',
    call: 'GET /live/draws/:drawId/tickets',
    may: 'live.control',
    summary: 'Tickets of one draw in the order in which they were booked',
    params: DrawParams,
    query: DrawTicketsQuery,
    answer: listOf(DrawTicket),
  }),
  record: endpoint({
    id: 'live.record.read',
    domain: 'live',
    call: 'GET /live/record/:drawId',
    may: 'public',
    summary: 'The signed records of one draw, for whoever knows its id, without what only those above may see',
    params: DrawParams,
    answer: answerOf(PublicRecord),
  }),
  keys: endpoint({
    id: 'live.key.list',
    domain: 'live',
    call: 'GET /live/keys',
    may: 'public',
    summary: 'Public keys that records of draws are signed with, and the chains of day seeds',
    answer: answerOf(z.array(PublicJwk), { seeds: z.array(SeedChain) }),
  }),
  createBet: endpoint({
    id: 'live.bet.create',
    domain: 'live',
    call: 'POST /app/createbet',
    books: 'play',
    may: 'bets.place',
    tell: tellBet,
    summary: 'Place a ticket on the open draw of a game',
    body: CreateBet,
    answer: answerOf(PlacedBet),
    creates: true,
  }),
  take: endpoint({
    id: 'live.win.take',
    domain: 'live',
    call: 'POST /app/take',
    books: 'play',
    may: 'bets.place',
    tell: tell('Wins taken', 'took wins'),
    summary: 'Take wins to the wallet: all of them, or those of some tickets',
    body: TakeWins,
    answer: answerOf(TakenWins),
  }),
  history: endpoint({
    id: 'live.history.list',
    domain: 'live',
    call: 'GET /history/gamehistory',
    may: 'history.read',
    summary: 'Tickets of the subtree, newest first',
    query: HistoryQuery,
    answer: answerOf(z.array(HistoryRow), { total: z.number().int().optional(), asOf: AsOf.optional() }),
    refuses: ['NOT_FOUND'],
  }),
  ticket: endpoint({
    id: 'live.ticket.read',
    domain: 'live',
    call: 'GET /history/getdetailsbyticketid',
    may: 'history.read',
    summary: 'Bets of one ticket',
    query: TicketQuery,
    /** `proof` shows that the ticket was in its draw; null before the draw is closed. */
    answer: answerOf(z.array(TicketRow), { proof: TicketProof.nullable().optional() }),
  }),
  historyUsers: endpoint({
    id: 'live.history.users',
    domain: 'live',
    call: 'GET /history/loadUsers',
    may: 'history.read',
    summary: 'Accounts of the subtree to choose from, by the beginning of the name',
    query: HistoryUsersQuery,
    answer: answerOf(z.array(HistoryUser)),
  }),
  historyGames: endpoint({
    id: 'live.history.games',
    domain: 'live',
    call: 'GET /history/loadGames',
    may: 'history.read',
    summary: 'Games to choose from',
    answer: answerOf(z.array(HistoryGame)),
  }),
}

export const liveEndpoints: readonly AnyEndpoint[] = [...Object.values(liveApi), ...Object.values(playApi)]

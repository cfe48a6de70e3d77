import { z } from 'zod'
import { answerOf, endpoint, Id, listOf } from '../../define'
import { Points } from '../../values/points'
import { PlayDraw, PlayGame, PlayTable } from './table'
import { PlayTicket, PlayTicketPage, PlayTicketsQuery, PlayWins } from './tickets'

const GameParams = z.strictObject({ gameId: Id })

/** What a player's own client reads, beside placing bets and taking wins: always about the caller. */
export const playApi = {
  games: endpoint({
    id: 'live.play.games',
    domain: 'live',
    call: 'GET /play/games',
    may: 'bets.place',
    summary: 'Games that the caller may bet on',
    answer: answerOf(z.array(PlayGame)),
  }),
  table: endpoint({
    id: 'live.play.table',
    domain: 'live',
    call: 'GET /play/games/:gameId',
    may: 'bets.place',
    summary: 'Options, bets, chips and limits of a game: all that a client needs to place any bet',
    params: GameParams,
    answer: answerOf(PlayTable),
  }),
  draw: endpoint({
    id: 'live.play.draw',
    domain: 'live',
    call: 'GET /play/games/:gameId/draw',
    may: 'bets.place',
    summary: 'The open draw of a game, with the commitment to its seed, and the last results',
    params: GameParams,
    answer: answerOf(PlayDraw),
  }),
  tickets: endpoint({
    id: 'live.play.tickets',
    domain: 'live',
    call: 'GET /play/tickets',
    may: 'bets.place',
    summary: 'Own tickets, newest first; with `state` of the newest 5,000, 20 a page unless `size` says otherwise',
    query: PlayTicketsQuery,
    answer: listOf(PlayTicket),
  }),
  ticket: endpoint({
    id: 'live.play.ticket',
    domain: 'live',
    call: 'GET /play/tickets/:ticketId',
    may: 'bets.place',
    summary: 'One of the own tickets with its bets and, once its draw is closed, the proof that it was in it',
    params: z.strictObject({ ticketId: Id }),
    answer: answerOf(PlayTicketPage),
  }),
  wins: endpoint({
    id: 'live.play.wins',
    domain: 'live',
    call: 'GET /play/wins',
    may: 'bets.place',
    summary: 'Own wins that are not taken yet, by game, and when each is claimed by itself',
    answer: answerOf(z.array(PlayWins), { sum: Points }),
  }),
}

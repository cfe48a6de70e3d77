import { exampleOf } from '../../call-example'
import { liveGameExample } from '../examples'
import { playApi } from './api'
import type { PlayDraw, PlayGame, PlayTable } from './table'
import type { PlayTicket } from './tickets'

const { gameId, gameName, drawId, opensAt, lockAt: closesAt, drawAt, now, commitment } = liveGameExample
const result = { drawId: 'a1_MNOQqWWi_1772359200', number: 600, drawAt: opensAt, drawno: '3', label: '3', booster: 1 }

const game: PlayGame = {
  ...{ gameId, gameName, image: null, status: 'active', everySeconds: 60, closesAt, drawAt, state: 'open' },
}
const table: PlayTable = {
  ...{ gameId, gameName, version: 1 },
  options: [{ dimension: 'result', drawno: '7', label: '7', color: 'red' }],
  bets: [
    {
      ...{ type: 'straight', label: 'Straight', dimension: 'result', multiplier: 9, onEach: false },
      takes: [{ drawno: '7', covers: ['7'] }],
    },
  ],
  chips: [1, 5, 10, 50, 100],
  limits: {
    bet: { min: 1, max: 10_000, step: 1 },
    ticket: { bets: 200 },
    draw: { optionMax: 100_000, used: 10 },
    day: { max: 1_000_000, used: 250 },
  },
}
const draw: PlayDraw = {
  ...{ drawId, number: 601, opensAt, closesAt, drawAt, now, state: 'open', commitment },
  lastResults: [result],
}
const ticket: PlayTicket = {
  ...{ ticketId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01', gameId, gameName, drawId: result.drawId },
  ...{ at: opensAt, drawAt: opensAt, state: 'won', stake: 10, result: '3', booster: 1, win: 90, claimedAt: null },
}

/** A request and an answer of each call of a player's client that svc-live answers. */
export const playCallExamples = {
  ...exampleOf(playApi.games, { answer: { success: true, data: [game] } }),
  ...exampleOf(playApi.table, { params: { gameId }, answer: { success: true, data: table } }),
  ...exampleOf(playApi.draw, { params: { gameId }, answer: { success: true, data: draw } }),
  ...exampleOf(playApi.tickets, {
    query: { state: 'won', gameId, page: 1, size: 20 },
    answer: { success: true, data: [ticket], total: 1 },
  }),
  ...exampleOf(playApi.ticket, {
    params: { ticketId: ticket.ticketId },
    answer: {
      success: true,
      data: { ...ticket, claimed: 0, bets: [{ type: 'straight', drawno: '3', quantity: 10, win: 90 }], proof: null },
    },
  }),
  ...exampleOf(playApi.wins, {
    answer: {
      ...{ success: true, sum: 90 },
      data: [{ gameId, gameName, sum: 90, wins: [{ ticketId: ticket.ticketId, amount: 90, claimedAt: drawAt }] }],
    },
  }),
}

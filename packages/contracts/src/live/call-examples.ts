import { exampleOf } from '../call-example'
import { liveApi } from './api'
import { liveTexts } from './control'
import type { DrawRow } from './draws'
import { historyRowExample, liveGameExample } from './examples'
import type { SeedChain } from './fairness/seed-chain'
import type { LiveActor, PendingResult } from './live-game'
import type { PublicJwk } from './record'

const { adminId, gameId, gameName, drawId, drawAt, lockAt, now, commitment, limits } = liveGameExample
const pair = { adminId, gameId }
const params = { drawId }
const by: LiveActor = { accountId: adminId, username: 'admin1', role: 'admin' }
const key: PublicJwk = { kty: 'OKP', crv: 'Ed25519', kid: 'draw-1', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
const seeds: SeedChain = {
  kid: 'seed-1',
  firstDay: drawAt.slice(0, 10),
  days: 3653,
  anchor: commitment,
  revealed: null,
}
const { ticketId, playerId, username } = historyRowExample

const pending: PendingResult = { drawId, result: '7', picks: { result: '7' }, booster: 1, by, at: now }
const corrected: DrawRow = {
  ...{ ...pair, drawId, drawAt, result: '3', booster: 1, policy: 'manual', stake: 10, payout: 0, tickets: 1 },
  ...{ resultVersion: 2, by, state: 'drawn' },
}
const stop = { adminId, gameId, by, at: now, reason: 'Checking a complaint' }

/** A request and an answer of every call of live control, betting and game history. */
export const liveCallExamples = {
  ...exampleOf(liveApi.loadGame, { query: pair, answer: { success: true, data: liveGameExample } }),
  ...exampleOf(liveApi.timer, {
    query: { gameId },
    answer: { success: true, data: '00:30', time: '00:30', drawAt, lockAt, now, drawId, commitment },
  }),
  ...exampleOf(liveApi.games, {
    answer: { success: true, data: [{ adminId, username: 'admin1', gameId, gameName }] },
  }),
  ...exampleOf(liveApi.addBalance, {
    body: { ...pair, balance: 500, type: 'add' },
    answer: { success: true, message: liveTexts.balanceAdded, data: { gameBalance: 1510, before: 1010, by } },
  }),
  ...exampleOf(liveApi.addResult, {
    body: { ...pair, result: '7', boosterValue: 1 },
    answer: {
      ...{ success: true, message: liveTexts.resultAdded },
      data: { pending, isForOpenDraw: true, replaced: null },
    },
  }),
  ...exampleOf(liveApi.correctResult, {
    body: { drawId, result: '3', boosterValue: 1, reason: 'The wheel was read wrongly' },
    answer: { success: true, message: liveTexts.resultCorrected, data: corrected },
  }),
  ...exampleOf(liveApi.correction, {
    query: { drawId, result: '3', boosterValue: '1' },
    answer: {
      success: true,
      data: {
        ...{ drawId, from: '7', to: '3', before: 90, after: 0, gameBalance: 920, gameBalanceAfter: 1010 },
        ...{ playerCount: 1, players: [{ playerId, username, before: 90, after: 0, difference: -90 }] },
      },
    },
  }),
  ...exampleOf(liveApi.limits, {
    query: pair,
    answer: {
      success: true,
      data: {
        stops: liveGameExample.stops,
        liability: { highest: liveGameExample.highestLiability, most: limits.liabilityMax },
        legs: [{ type: 'straight', drawno: '7', stake: 10, most: limits.drawOptionMax }],
      },
    },
  }),
  ...exampleOf(liveApi.stops, { answer: { success: true, data: [stop] } }),
  ...exampleOf(liveApi.endedStops, {
    query: pair,
    answer: { success: true, data: [{ ...stop, endedAt: lockAt, endedBy: by }] },
  }),
  ...exampleOf(liveApi.setStop, {
    body: { ...pair, stopped: true, reason: stop.reason },
    answer: { success: true, message: liveTexts.bettingStopped, data: [stop] },
  }),
  ...exampleOf(liveApi.whatIf, {
    query: { ...pair, winpercentage: 20 },
    answer: {
      success: true,
      data: {
        draws: [
          {
            ...{ drawId, drawAt, stake: 100, manual: false },
            ...{ result: '7', paid: 90, kept: 10, instead: { result: '3', paid: 45, kept: 55 } },
          },
        ],
        sums: { stake: 100, paid: 90, kept: 10, instead: { paid: 45, kept: 55 } },
      },
    },
  }),
  ...exampleOf(liveApi.draws, {
    query: { ...pair, day: '2026-03-01', page: 1, size: 10 },
    answer: { success: true, data: [corrected], total: 1 },
  }),
  ...exampleOf(liveApi.draw, {
    params,
    answer: {
      success: true,
      data: {
        ...{ ...pair, drawId, adminUsername: by.username, gameName, drawAt, state: 'open', tickets: 1 },
        ...{ stake: 10, won: 0, claimed: 0, legs: [{ type: 'straight', drawno: '7', stake: 10 }] },
        ...{ documents: [], previous: null, keys: [key], seeds: [seeds] },
      },
    },
  }),
  ...exampleOf(liveApi.drawTickets, {
    params,
    query: { page: 1, size: 50 },
    answer: {
      ...{ success: true, total: 1 },
      data: [
        {
          ...{ ticketId, playerId, username, at: now, stake: 10, win: 0 },
          lines: [{ type: 'straight', drawno: '7', quantity: 10 }],
        },
      ],
    },
  }),
  ...exampleOf(liveApi.record, {
    params,
    answer: { success: true, data: { documents: [], keys: [key], seeds: [seeds] } },
  }),
  ...exampleOf(liveApi.keys, { answer: { success: true, data: [key], seeds: [seeds] } }),
  ...exampleOf(liveApi.createBet, {
    body: { gameId, drawId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] },
    answer: {
      success: true,
      data: { ticketId, gameId, drawId, drawAt, lockAt, stake: 10, balance: 990, commitment },
    },
  }),
  ...exampleOf(liveApi.take, {
    body: { ticketIds: [ticketId] },
    answer: { success: true, data: { claimed: 90, tickets: 1, recovered: 0, left: 0, balance: 1080 } },
  }),
  ...exampleOf(liveApi.history, {
    query: { page: 1, size: 10, gameId, tdate: '2026-03-01' },
    answer: { success: true, data: [historyRowExample], total: 1 },
  }),
  ...exampleOf(liveApi.ticket, {
    query: { ticketId, gameId },
    answer: {
      success: true,
      data: [{ ticketid: ticketId, drawno: '7', drawqty: 10, drawtotal: 10, type: 'straight', win: 90 }],
    },
  }),
  ...exampleOf(liveApi.historyUsers, {
    query: { q: 'pla' },
    answer: { success: true, data: [{ _id: playerId, username, role: 'player' }] },
  }),
  ...exampleOf(liveApi.historyGames, { answer: { success: true, data: [{ _id: 'g1', gameId, gameName }] } }),
}

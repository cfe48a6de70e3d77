import { z } from 'zod'
import { answerOf, CallerQuery, endpoint, Id, ListQuery, listOf, SearchText } from '../define'
import type { ExamplesOf } from '../example'
import { DrawPolicy } from '../games/description'
import { calendarDay } from '../values/days'
import { Points } from '../values/points'
import { readNumber } from '../values/read-number'
import { SeedChain } from './fairness/seed-chain'
import { LiveActor, liveGameExample } from './live-game'
import { DrawDocument, PublicJwk, SealedRecord } from './record'

/** `open`: takes bets or waits for its moment; `drawn`: has a result; `settled`: every win is booked. */
export const DrawState = z.enum(['open', 'drawn', 'settled'])
export type DrawState = z.infer<typeof DrawState>

/** One finished draw of a list, in points. */
export const DrawRow = z.object({
  drawId: z.string(),
  /** Place of its first result in the chain of its game and admin: what people call it by. */
  number: z.number().int(),
  adminId: z.string(),
  gameId: z.string(),
  drawAt: z.iso.datetime(),
  result: z.string(),
  booster: z.number().int(),
  policy: z.enum([...DrawPolicy.options, 'manual']),
  stake: Points,
  payout: Points,
  tickets: z.number().int(),
  /** 1, and one more with each correction. */
  resultVersion: z.number().int(),
  by: LiveActor.nullable(),
  state: DrawState,
})
export type DrawRow = z.infer<typeof DrawRow>

/** @returns the number in `4213`, `4,213` or `#4213`; undefined for anything else */
export function drawNumberIn(text: string): number | undefined {
  const { value } = readNumber(text.trim().replace(/^#/, ''))
  return value !== null && Number.isInteger(value) && value >= 0 ? value : undefined
}

/** With the number of a draw as `q` the list holds that draw alone, whatever its day. */
export const DrawListQuery = ListQuery.extend({
  adminId: Id,
  gameId: Id,
  /** `YYYY-MM-DD` in the business zone; today when absent. */
  day: calendarDay().optional(),
})

/** A draw that was found by its number. */
export const FoundDraw = DrawRow.pick({ drawId: true, number: true, drawAt: true, result: true, booster: true }).extend(
  {
    gameName: z.string(),
    adminUsername: z.string(),
  },
)
export type FoundDraw = z.infer<typeof FoundDraw>

export const DrawParams = z.strictObject({ drawId: Id })

/** Everything about one draw. */
export const DrawPage = z.object({
  drawId: z.string(),
  adminId: z.string(),
  adminUsername: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  drawAt: z.iso.datetime(),
  state: DrawState,
  tickets: z.number().int(),
  stake: Points,
  /** What the tickets have won so far, and how much of it was claimed. */
  won: Points,
  claimed: Points,
  /** Stakes by bet, the largest first. */
  legs: z.array(z.object({ type: z.string(), drawno: z.string(), stake: Points })),
  /** The record of each version of the result, the first one first; empty before it is drawn. */
  documents: z.array(DrawDocument),
  /** The record before the first of them in its chain, to check that none is missing. */
  previous: SealedRecord.nullable(),
  keys: z.array(PublicJwk),
  seeds: z.array(SeedChain),
})
export type DrawPage = z.infer<typeof DrawPage>

export const DrawTicket = z.object({
  ticketId: z.string(),
  playerId: z.string(),
  username: z.string(),
  at: z.iso.datetime(),
  stake: Points,
  win: Points,
  lines: z.array(z.object({ type: z.string(), drawno: z.string(), quantity: z.number().int() })),
})
export type DrawTicket = z.infer<typeof DrawTicket>

/** The records of a draw for those who hold a ticket of it: without the confidential part, and with what checks them. */
export const PublicRecord = z.object({
  documents: z.array(DrawDocument).describe('The record of each version of the result, the first one first.'),
  keys: z.array(PublicJwk).describe('Public keys that records are signed with.'),
  seeds: z.array(SeedChain).describe('Chains of day seeds.'),
})

export const DrawTicketsQuery = CallerQuery.extend({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(500).optional(),
})

export const drawsApi = {
  draws: endpoint({
    id: 'live.draw.list',
    domain: 'live',
    call: 'GET /live/draws',
    may: 'live.control',
    summary: 'Finished draws of a game on one day, newest first',
    query: DrawListQuery,
    answer: listOf(DrawRow),
  }),
  findDraws: endpoint({
    id: 'live.draw.find',
    domain: 'live',
    call: 'GET /live/finddraws',
    may: 'live.control',
    summary: 'Draws with this number at the games that the caller may control, the newest first, at most 20',
    query: CallerQuery.extend({ q: SearchText }),
    answer: answerOf(z.array(FoundDraw)),
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
    summary: 'The signed records of one draw, with a ticket of it, without what only those above may see',
    params: DrawParams,
    query: CallerQuery.extend({
      ticketId: Id.optional().describe('Id of any ticket of this draw. Without one the answer is `NOT_FOUND`.'),
    }),
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
}

/** A draw whose result an admin has corrected. */
export const correctedDrawExample: DrawRow = {
  adminId: 'a1',
  gameId: 'MNOQqWWi',
  drawId: 'a1_MNOQqWWi_1772359260',
  number: 4213,
  drawAt: '2026-03-01T10:01:00.000Z',
  result: '3',
  booster: 1,
  policy: 'manual',
  stake: 10,
  payout: 0,
  tickets: 1,
  resultVersion: 2,
  by: { accountId: 'a1', username: 'admin1', role: 'admin' },
  state: 'drawn',
}

export const drawExamples = (): ExamplesOf<typeof drawsApi> => {
  const { adminId, gameId, gameName, drawId, drawAt, now, commitment } = liveGameExample
  const key: PublicJwk = { kty: 'OKP', crv: 'Ed25519', kid: 'draw-1', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const seeds: SeedChain[] = [
    { kid: 'seed-1', zone: 'Asia/Kolkata', firstDay: '2026-03-01', days: 3653, anchor: commitment, revealed: null },
  ]
  return {
    fields: { adminId, gameId, drawId, documents: [], keys: [key], seeds },
    draws: { query: { day: '2026-03-01', page: 1, size: 10 }, answer: { data: [correctedDrawExample] } },
    findDraws: {
      query: { q: '4213' },
      answer: {
        data: [{ drawId, number: 4213, drawAt, result: '3', booster: 1, gameName, adminUsername: 'admin1' }],
      },
    },
    draw: {
      answer: {
        data: {
          adminId,
          gameId,
          drawId,
          adminUsername: 'admin1',
          gameName,
          drawAt,
          state: 'open',
          tickets: 1,
          stake: 10,
          won: 0,
          claimed: 0,
          legs: [{ type: 'straight', drawno: '7', stake: 10 }],
          documents: [],
          previous: null,
          keys: [key],
          seeds,
        },
      },
    },
    drawTickets: {
      query: { page: 1, size: 50 },
      answer: {
        success: true,
        total: 1,
        data: [
          {
            ticketId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
            playerId: 'p1',
            username: 'player1',
            at: now,
            stake: 10,
            win: 0,
            lines: [{ type: 'straight', drawno: '7', quantity: 10 }],
          },
        ],
      },
    },
    keys: { answer: { data: [key] } },
  }
}

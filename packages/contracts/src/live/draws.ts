import { z } from 'zod'
import { CallerQuery, endpoint, Id, ListQuery, listResponseOf, responseOf, SearchText } from '../define'
import type { ExamplesOf } from '../example'
import { DrawPolicy } from '../games/description'
import { calendarDay } from '../values/days'
import { parseNumber } from '../values/parse-number'
import { Points } from '../values/points'
import { SeedChain } from './fairness/seed-chain'
import { LiveActor, liveGameExample } from './live-game'
import { DrawDocument, PublicJwk, SealedRecord } from './record'
import { voidFields } from './void'

/** `open`: takes bets or waits for the draw; `drawn`: has a result; `settled`: every win is booked. */
export const DrawState = z.enum(['open', 'drawn', 'settled'])
export type DrawState = z.infer<typeof DrawState>

/** One finished draw; amounts in points. */
export const DrawRow = z.object({
  drawId: z.string(),
  /** Position of its first result in the record chain of its offering: the draw number on screens. */
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
  /** 1, plus 1 per correction. */
  resultVersion: z.number().int(),
  by: LiveActor.nullable(),
  state: DrawState,
})
export type DrawRow = z.infer<typeof DrawRow>

/**
 * Parses a draw number: `4213`, `4,213` or `#4213`.
 * @returns undefined for anything else
 */
export function parseDrawNumber(text: string): number | undefined {
  const { value } = parseNumber(text.trim().replace(/^#/, ''))
  return value !== null && Number.isInteger(value) && value >= 0 ? value : undefined
}

/** If `q` is a draw number, the list contains only that draw, whatever its day. */
export const DrawListQuery = ListQuery.extend({
  adminId: Id,
  gameId: Id,
  /** `YYYY-MM-DD` in the business time zone; default: today. */
  day: calendarDay().optional(),
})

export const FoundDraw = DrawRow.pick({ drawId: true, number: true, drawAt: true, result: true, booster: true }).extend(
  {
    gameName: z.string(),
    adminUsername: z.string(),
  },
)
export type FoundDraw = z.infer<typeof FoundDraw>

export const DrawParams = z.strictObject({ drawId: Id })

export const DrawPage = z.object({
  drawId: z.string(),
  adminId: z.string(),
  adminUsername: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  drawAt: z.iso.datetime(),
  /** When betting closes; absent once it has. Until then tickets can be voided. */
  lockAt: z.iso.datetime().optional(),
  state: DrawState,
  /** Void ones included. */
  tickets: z.number().int(),
  stake: Points,
  /** Wins of the tickets so far, and the part that was claimed. */
  won: Points,
  claimed: Points,
  /** Stakes by leg, largest first. */
  legs: z.array(z.object({ type: z.string(), drawno: z.string(), stake: Points })),
  /** One record per version of the result, oldest first; empty before the draw. */
  documents: z.array(DrawDocument),
  /** The preceding record of the chain, to verify that none is missing. */
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
  ...voidFields,
})
export type DrawTicket = z.infer<typeof DrawTicket>

/** The records of a draw for ticket holders: without the confidential part, with the data to verify them. */
export const PublicRecord = z.object({
  documents: z.array(DrawDocument).describe('One record per version of the result, oldest first.'),
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
    route: 'GET /live/draws',
    permission: 'live.control',
    summary: 'Finished draws of a game on one day, newest first',
    query: DrawListQuery,
    response: listResponseOf(DrawRow),
  }),
  findDraws: endpoint({
    id: 'live.draw.find',
    domain: 'live',
    route: 'GET /live/finddraws',
    permission: 'live.control',
    summary: 'Draws with this number in the games that the caller may control, newest first, at most 20',
    query: CallerQuery.extend({ q: SearchText }),
    response: responseOf(z.array(FoundDraw)),
  }),
  draw: endpoint({
    id: 'live.draw.read',
    domain: 'live',
    route: 'GET /live/draws/:drawId',
    permission: 'live.control',
    summary: 'Details of one draw, with the records that prove it',
    params: DrawParams,
    response: responseOf(DrawPage),
  }),
  drawTickets: endpoint({
    id: 'live.draw.tickets',
    domain: 'live',
    route: 'GET /live/draws/:drawId/tickets',
    permission: 'live.control',
    summary: 'Tickets of one draw in booking order',
    params: DrawParams,
    query: DrawTicketsQuery,
    response: listResponseOf(DrawTicket),
  }),
  record: endpoint({
    id: 'live.record.read',
    domain: 'live',
    route: 'GET /live/record/:drawId',
    permission: 'public',
    summary: 'The signed records of one draw without their confidential part; requires the id of a ticket of the draw',
    params: DrawParams,
    query: CallerQuery.extend({
      ticketId: Id.optional().describe('Id of any ticket of this draw. Without it the response is `NOT_FOUND`.'),
    }),
    response: responseOf(PublicRecord),
  }),
  keys: endpoint({
    id: 'live.key.list',
    domain: 'live',
    route: 'GET /live/keys',
    permission: 'public',
    summary: 'Public keys that sign draw records, and the chains of day seeds',
    response: responseOf(z.array(PublicJwk), { seeds: z.array(SeedChain) }),
  }),
}

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
    draws: { query: { day: '2026-03-01', page: 1, size: 10 }, response: { data: [correctedDrawExample] } },
    findDraws: {
      query: { q: '4213' },
      response: {
        data: [{ drawId, number: 4213, drawAt, result: '3', booster: 1, gameName, adminUsername: 'admin1' }],
      },
    },
    draw: {
      response: {
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
      response: {
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
    keys: { response: { data: [key] } },
  }
}

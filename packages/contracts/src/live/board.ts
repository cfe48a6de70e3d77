import { z } from 'zod'
import { answerOf, CallerQuery, endpoint, Id } from '../define'
import type { ExamplesOf } from '../example'
import { Points } from '../values/points'
import { adminExample } from './control'
import { LiveGame, LivePair, liveGameExample, PendingResult, PolicyPreview, previewExample } from './live-game'
import { Stop } from './stops'

/** So many games the board shows at most: those whose dearest results cost the most. */
export const mostOnBoard = 60

/** The open draw of one game below one admin in a few figures, in points. */
export const BoardGame = LivePair.extend({
  ...LiveGame.pick({ drawId: true, lockAt: true, drawAt: true, timecount: true, stops: true, tickets: true }).shape,
  stake: Points,
  /** What the dearest result would cost at booster 1 and at booster 2. */
  worst: Points,
  worstBoosted: Points,
  gameBalance: Points,
  /** What the policy would choose among; the names of these results, where they are few. */
  preview: PolicyPreview.omit({ drawnos: true }).extend({ outcomes: z.number().int(), labels: z.array(z.string()) }),
  /** With its name, and what it would cost at its booster as the stakes are. */
  pending: PendingResult.extend({ label: z.string(), cost: Points }).nullable(),
})
export type BoardGame = z.infer<typeof BoardGame>

export const Board = z.object({
  /** The server's time, from which clocks count. */
  now: z.iso.datetime(),
  /** The board is to be read so often, in ms: what was not read for twice as long is old. */
  tickMs: z.number().int(),
  /** How many games there are, those that are not shown included. */
  total: z.number().int(),
  /** Of all of them: open stakes, what their dearest results cost together, and play less win of the business day. */
  sums: z.object({ stake: Points, worst: Points, worstBoosted: Points, net: Points }),
  /** The stop of everything that the caller may control, when it is in force. */
  stopped: Stop.nullable(),
  games: z.array(BoardGame).max(mostOnBoard),
})
export type Board = z.infer<typeof Board>

export const boardApi = {
  board: endpoint({
    id: 'live.board.read',
    domain: 'live',
    call: 'GET /live/board',
    may: 'live.control',
    summary: 'All games that the caller may control, or those of one admin; the dearest 60 of them, and sums of all',
    query: CallerQuery.extend({ adminId: Id.optional() }),
    answer: answerOf(Board),
  }),
}

export const boardExample: Board = {
  now: liveGameExample.now,
  tickMs: 2_000,
  total: 1,
  sums: { stake: 10, worst: 90, worstBoosted: 180, net: 160 },
  stopped: null,
  games: [
    {
      adminId: adminExample.accountId,
      username: adminExample.username,
      gameId: liveGameExample.gameId,
      gameName: liveGameExample.gameName,
      drawId: liveGameExample.drawId,
      lockAt: liveGameExample.lockAt,
      drawAt: liveGameExample.drawAt,
      timecount: liveGameExample.timecount,
      stops: liveGameExample.stops,
      tickets: 1,
      stake: 10,
      worst: 90,
      worstBoosted: 180,
      gameBalance: 1010,
      preview: { ...previewExample, outcomes: 10, labels: [] },
      pending: null,
    },
  ],
}

export const boardExamples = (): ExamplesOf<typeof boardApi> => ({
  fields: {},
  board: { answer: { data: boardExample } },
})

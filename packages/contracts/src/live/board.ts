import { z } from 'zod'
import { CallerQuery, endpoint, Id, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Points } from '../values/points'
import { adminExample } from './control'
import { LiveGame, LiveOffering, liveGameExample, PendingResult, PolicyPreview, previewExample } from './live-game'
import { Stop } from './stops'

/** Maximum games on the board: those with the highest liability. */
export const boardGamesMax = 60

/** Key figures of the open draw of one offering, in points. */
export const BoardGame = LiveOffering.extend({
  ...LiveGame.pick({ drawId: true, lockAt: true, drawAt: true, timecount: true, stops: true, tickets: true }).shape,
  stake: Points,
  /** Cost of the most expensive result at booster 1 and booster 2. */
  worst: Points,
  worstBoosted: Points,
  gameBalance: Points,
  /** Candidates of the policy; `labels` names them if they are few. */
  preview: PolicyPreview.omit({ drawnos: true }).extend({ outcomes: z.number().int(), labels: z.array(z.string()) }),
  /** With its label, and its cost at its booster for the current stakes. */
  pending: PendingResult.extend({ label: z.string(), cost: Points }).nullable(),
})
export type BoardGame = z.infer<typeof BoardGame>

export const Board = z.object({
  /** Server time for countdowns. */
  now: z.iso.datetime(),
  /** Polling interval in ms; data older than twice that is stale. */
  tickMs: z.number().int(),
  /** Number of games, including those that are not shown. */
  total: z.number().int(),
  /** Over all games: open stakes, total cost of the most expensive results, and play less win of the business day. */
  sums: z.object({ stake: Points, worst: Points, worstBoosted: Points, net: Points }),
  /** The stop of everything that the caller controls, if in force. */
  stopped: Stop.nullable(),
  games: z.array(BoardGame).max(boardGamesMax),
})
export type Board = z.infer<typeof Board>

export const boardApi = {
  board: endpoint({
    id: 'live.board.read',
    domain: 'live',
    route: 'GET /live/board',
    permission: 'live.control',
    summary:
      'Games that the caller may control, or those of one admin: the 60 with the highest liability, and sums over all',
    query: CallerQuery.extend({ adminId: Id.optional() }),
    response: responseOf(Board),
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
  board: { response: { data: boardExample } },
})

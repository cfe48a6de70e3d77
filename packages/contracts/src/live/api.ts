import { z } from 'zod'
import { answerOf, CallerQuery, endpoint, Id } from '../define'
import type { AnyEndpoint } from '../endpoint'
import { Points } from '../points'
import { WhatIf, WhatIfQuery } from './what-if'

/** One option of a draw as the live screen shows it; `sum` is the open stake on it, in points. */
export const LiveOption = z.object({
  drawno: z.string(),
  label: z.string(),
  sum: Points,
  color: z.string().optional(),
  image: z.string().optional(),
})
export type LiveOption = z.infer<typeof LiveOption>

/** The open draw of one game below one admin. Times come from the server's clock, never from a browser's. */
export const LiveGame = z.object({
  adminId: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  drawId: z.string(),
  /** When the open draw is drawn. */
  drawAt: z.iso.datetime(),
  /** The server's time when this was written, so that a countdown does not trust the browser's clock. */
  now: z.iso.datetime(),
  /** Seconds between draws. */
  timecount: z.number().int(),
  data: z.array(LiveOption),
  dataColors: z.array(LiveOption),
  dataCardTypes: z.array(LiveOption),
  percentageData: z.array(z.object({ gameBalance: Points })),
  collections: z.object({ totalPlaypoints: Points, totalWinpoints: Points, totalDraw: Points }),
  lastData: z.object({ data: z.array(z.object({ drawno: z.string(), booster: z.number().int() })) }),
})
export type LiveGame = z.infer<typeof LiveGame>

const GameAtAdmin = CallerQuery.extend({ adminId: Id, gameId: Id })

export const liveApi = {
  loadGame: endpoint({
    id: 'live.loadgame',
    domain: 'live',
    call: 'GET /live/loadgame',
    may: 'live.control',
    summary: 'The open draw of a game below an admin',
    query: GameAtAdmin,
    answer: answerOf(LiveGame),
  }),
  timer: endpoint({
    id: 'live.gettimer',
    domain: 'live',
    call: 'GET /app/gettimer',
    may: 'any',
    summary: 'Time left until the draw of a game, as mm:ss',
    query: CallerQuery.extend({ gameId: Id }),
    answer: answerOf(z.string(), { time: z.string(), drawAt: z.iso.datetime(), now: z.iso.datetime() }),
  }),
  games: endpoint({
    id: 'live.games',
    domain: 'live',
    call: 'GET /live/games',
    may: 'live.control',
    summary: 'Pairs of admin and game that the caller may control: the Live Result menu',
    answer: answerOf(
      z.array(z.object({ adminId: z.string(), username: z.string(), gameId: z.string(), gameName: z.string() })),
    ),
  }),
  whatIf: endpoint({
    id: 'live.what-if.read',
    domain: 'live',
    call: 'GET /live/whatif',
    may: 'percentages.write',
    summary: 'What the last draws of a game would have paid and kept with another percentage',
    query: WhatIfQuery,
    answer: answerOf(WhatIf),
  }),
}

export const liveEndpoints: readonly AnyEndpoint[] = Object.values(liveApi)

import { z } from 'zod'
import { endpoint, Id, responseOf } from '../../define'
import type { ExamplesOf } from '../../example'
import { dimensionKeys } from '../../games/description'
import { GameStatus } from '../../games/games'
import { Points } from '../../values/points'
import { liveGameExample } from '../live-game'

/** State of the open draw: `closed` waits for its result, `stopped` for an operator or the end of a maintenance. */
export const TableState = z.enum(['open', 'closed', 'stopped'])
export type TableState = z.infer<typeof TableState>

export const PlayGame = z.object({
  gameId: z.string(),
  gameName: z.string(),
  /** URL path of its logo; null if it has none. */
  image: z.string().nullable(),
  status: GameStatus,
  everySeconds: z.number().int(),
  closesAt: z.iso.datetime(),
  drawAt: z.iso.datetime(),
  state: TableState,
})
export type PlayGame = z.infer<typeof PlayGame>

/** One drawable option; a result has one per dimension. */
export const PlayOption = z.object({
  dimension: z.enum(dimensionKeys),
  drawno: z.string(),
  label: z.string(),
  color: z.string().optional(),
  image: z.string().optional(),
})

/** A bet type. It pays if one of the options that its `drawno` covers is drawn. */
export const PlayBet = z.object({
  type: z.string(),
  label: z.string(),
  dimension: z.enum(dimensionKeys),
  /** Payout for a stake of 1, including the stake. */
  multiplier: Points,
  /** True if the quantity applies to each covered option, as a bet of its own. */
  onEach: z.boolean(),
  /** Valid values of `drawno` with the options that they cover. */
  takes: z.array(z.object({ drawno: z.string(), covers: z.array(z.string()) })),
})

/** Limits in points and the player's usage. Stakes of other players are not disclosed. */
export const PlayLimits = z.object({
  bet: z.object({ min: z.number().int(), max: z.number().int(), step: z.number().int() }),
  ticket: z.object({ bets: z.number().int() }),
  /** `optionMax` is over all players; `used` is the player's stake on the open draw. */
  draw: z.object({ optionMax: z.number().int(), used: Points }),
  day: z.object({ max: z.number().int(), used: Points }),
})

/** Everything a client needs to render the table of a game and to place any bet. */
export const PlayTable = z.object({
  gameId: z.string(),
  gameName: z.string(),
  /** Version of the game description; a new version is a new table. */
  version: z.number().int(),
  options: z.array(PlayOption),
  bets: z.array(PlayBet),
  /** Suggested quantities within the limits of a bet. */
  chips: z.array(z.number().int()),
  limits: PlayLimits,
  /** Seconds after a bet in which the player may void it; 0: never. */
  voidSeconds: z.number().int(),
})
export type PlayTable = z.infer<typeof PlayTable>

export const PlayResult = z.object({
  drawId: z.string(),
  /** Number of the draw within its business day: 1, 2, 3 … */
  number: z.number().int(),
  drawAt: z.iso.datetime(),
  /** The result as text: `7`, `0-0-7`, `1-k-under`. */
  drawno: z.string(),
  label: z.string(),
  booster: z.number().int(),
})

/** The open draw of a game of the player's admin. */
export const PlayDraw = z.object({
  drawId: z.string(),
  number: z.number().int(),
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  drawAt: z.iso.datetime(),
  /** Server time, for countdowns. */
  now: z.iso.datetime(),
  state: TableState,
  /** SHA-256 of the seed of the draw. */
  commitment: z.string(),
  /** Newest first. */
  lastResults: z.array(PlayResult),
})
export type PlayDraw = z.infer<typeof PlayDraw>

const GameParams = z.strictObject({ gameId: Id })

/** Calls of player clients about tables. */
export const tablesApi = {
  games: endpoint({
    id: 'live.play.games',
    domain: 'live',
    route: 'GET /play/games',
    permission: 'bets.place',
    summary: 'Games that the caller may bet on',
    response: responseOf(z.array(PlayGame)),
  }),
  table: endpoint({
    id: 'live.play.table',
    domain: 'live',
    route: 'GET /play/games/:gameId',
    permission: 'bets.place',
    summary: 'Options, bets, chips and limits of a game: everything a client needs to place any bet',
    params: GameParams,
    response: responseOf(PlayTable),
  }),
  draw: endpoint({
    id: 'live.play.draw',
    domain: 'live',
    route: 'GET /play/games/:gameId/draw',
    permission: 'bets.place',
    summary: 'The open draw of a game, with the commitment to its seed, and the last results',
    params: GameParams,
    response: responseOf(PlayDraw),
  }),
}

export const tableExamples = (): ExamplesOf<typeof tablesApi> => {
  const { gameId, gameName, drawId, opensAt, lockAt: closesAt, drawAt, now, commitment } = liveGameExample
  return {
    fields: {
      gameId,
      gameName,
      image: null,
      status: 'active',
      everySeconds: 60,
      drawId,
      number: 601,
      opensAt,
      closesAt,
      drawAt,
      now,
      state: 'open',
      commitment,
      lastResults: [
        { drawId: 'a1_MNOQqWWi_1772359200', number: 600, drawAt: opensAt, drawno: '3', label: '3', booster: 1 },
      ],
      version: 1,
      options: [{ dimension: 'result', drawno: '7', label: '7', color: 'red' }],
      bets: [
        {
          type: 'straight',
          label: 'Straight',
          dimension: 'result',
          multiplier: 9,
          onEach: false,
          takes: [{ drawno: '7', covers: ['7'] }],
        },
      ],
      chips: [1, 5, 10, 50, 100],
      voidSeconds: 10,
      limits: {
        bet: { min: 1, max: 10_000, step: 1 },
        ticket: { bets: 200 },
        draw: { optionMax: 100_000, used: 10 },
        day: { max: 1_000_000, used: 250 },
      },
    },
  }
}

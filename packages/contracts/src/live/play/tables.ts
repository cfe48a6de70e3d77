import { z } from 'zod'
import { answerOf, endpoint, Id } from '../../define'
import type { ExamplesOf } from '../../example'
import { dimensionKeys } from '../../games/description'
import { GameStatus } from '../../games/games'
import { Points } from '../../values/points'
import { liveGameExample } from '../live-game'

/** Whether the open draw of a game takes bets: `closed` waits for its result, `stopped` was stopped by an operator. */
export const TableState = z.enum(['open', 'closed', 'stopped'])
export type TableState = z.infer<typeof TableState>

/** A game that the player may bet on, with the times of its open draw. */
export const PlayGame = z.object({
  gameId: z.string(),
  gameName: z.string(),
  /** Address of its logo below the same origin; null where it has none. */
  image: z.string().nullable(),
  status: GameStatus,
  everySeconds: z.number().int(),
  closesAt: z.iso.datetime(),
  drawAt: z.iso.datetime(),
  state: TableState,
})
export type PlayGame = z.infer<typeof PlayGame>

/** One thing that can be drawn; of each dimension a result has one. */
const PlayOption = z.object({
  dimension: z.enum(dimensionKeys),
  drawno: z.string(),
  label: z.string(),
  color: z.string().optional(),
  image: z.string().optional(),
})

/** A type of bet. It pays when one of the options that its `drawno` covers is drawn. */
const PlayBet = z.object({
  type: z.string(),
  label: z.string(),
  dimension: z.enum(dimensionKeys),
  /** Points that a stake of 1 is paid, the stake included. */
  multiplier: Points,
  /** True where the quantity stands on each covered option by itself, as a bet of its own. */
  onEach: z.boolean(),
  /** Each `drawno` that it takes, with the options that it covers. */
  takes: z.array(z.object({ drawno: z.string(), covers: z.array(z.string()) })),
})

/** Limits in points, and how much of them the player has used. What others have staked is nobody's business. */
const PlayLimits = z.object({
  bet: z.object({ min: z.number().int(), max: z.number().int(), step: z.number().int() }),
  ticket: z.object({ bets: z.number().int() }),
  /** `optionMax` is of all players together; `used` is what the player has staked on the open draw. */
  draw: z.object({ optionMax: z.number().int(), used: Points }),
  day: z.object({ max: z.number().int(), used: Points }),
})

/** What one needs to draw the table of a game and to place any bet. */
export const PlayTable = z.object({
  gameId: z.string(),
  gameName: z.string(),
  /** Of how the game is played: another one brings another table. */
  version: z.number().int(),
  options: z.array(PlayOption),
  bets: z.array(PlayBet),
  /** Usual quantities, each within the limits of a bet. */
  chips: z.array(z.number().int()),
  limits: PlayLimits,
})
export type PlayTable = z.infer<typeof PlayTable>

const PlayResult = z.object({
  drawId: z.string(),
  /** Place of the draw in its business day: 1, 2, 3 … */
  number: z.number().int(),
  drawAt: z.iso.datetime(),
  /** The result as text: `7`, `0-0-7`, `1-k-under`. */
  drawno: z.string(),
  label: z.string(),
  booster: z.number().int(),
})

/** The open draw of a game below the player's admin. */
export const PlayDraw = z.object({
  drawId: z.string(),
  number: z.number().int(),
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  drawAt: z.iso.datetime(),
  /** The server's time, so that a countdown does not trust the clock of a device. */
  now: z.iso.datetime(),
  state: TableState,
  /** SHA-256 of the seed that decides it. */
  commitment: z.string(),
  /** The newest first. */
  lastResults: z.array(PlayResult),
})
export type PlayDraw = z.infer<typeof PlayDraw>

const GameParams = z.strictObject({ gameId: Id })

/** What a player's own client draws a table with, beside placing bets and taking wins. */
export const tablesApi = {
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
      limits: {
        bet: { min: 1, max: 10_000, step: 1 },
        ticket: { bets: 200 },
        draw: { optionMax: 100_000, used: 10 },
        day: { max: 1_000_000, used: 250 },
      },
    },
  }
}

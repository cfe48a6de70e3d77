import { z } from 'zod'
import { answerOf, endpoint, ListQuery, listOf } from '../define'
import type { AnyEndpoint } from '../endpoint'

export const GameStatus = z.enum(['active', 'inactive', 'coming-soon'])
export type GameStatus = z.infer<typeof GameStatus>

/** A time between draws; `timecount` is seconds. */
export const Time = z.object({ _id: z.string(), timecount: z.number().int() })
export type Time = z.infer<typeof Time>

export const Game = z.object({
  _id: z.string(),
  /** Eight letters, unique, never changed. */
  gameId: z.string(),
  gameName: z.string(),
  image: z.string().optional(),
  description: z.string(),
  nodigit: z.number().int(),
  timeId: z.array(Time),
  status: GameStatus,
  publisher: z.string(),
  /** `YYYY-MM-DD`. */
  releaseDate: z.string(),
  label: z.enum(['yes', 'no']),
  images: z.array(z.string()),
})
export type Game = z.infer<typeof Game>

export const gameTexts = {
  fetchFailed: 'Failed to fetch games. Please try again later.',
  created: 'Game created successfully',
  createFailed: 'Failed to create game',
  updateFailed: 'Failed to update game',
  deleteFailed: ' Failed to Game deletion ',
  statusFailed: 'Failed to update game status',
  missing: 'No game found with the provided ID.',
  none: 'No games available',
  timeCreated: 'Time created successfully.',
} as const

export const gamesApi = {
  timeList: endpoint({
    id: 'games.time.list',
    domain: 'games',
    call: 'GET /time/timelist',
    roles: ['superadmin', 'admin'],
    summary: 'Times between draws',
    query: ListQuery,
    answer: listOf(Time),
  }),
  createTime: endpoint({
    id: 'games.time.create',
    domain: 'games',
    call: 'POST /time/create',
    roles: ['superadmin'],
    summary: 'Add a time between draws',
    body: z.strictObject({
      timecount: z
        .number({ error: 'Time is required' })
        .int('Whole seconds only')
        .min(10, 'At least 10 seconds')
        .max(86_400, 'At most 86400 seconds'),
    }),
    answer: answerOf(Time),
    status: 201,
  }),
  list: endpoint({
    id: 'games.game.list',
    domain: 'games',
    call: 'GET /game',
    roles: ['superadmin', 'admin'],
    summary: 'Games of the master data',
    query: ListQuery,
    answer: listOf(Game),
  }),
}

export const gamesEndpoints: readonly AnyEndpoint[] = Object.values(gamesApi)

import { z } from 'zod'
import { approvalOf } from '../approval'
import { auditAccount } from '../audit'
import { endpoint, IdParams, listQueryOf, PathId, responseOf, SearchText } from '../define'
import type { ExamplesOf } from '../example'
import { withTwoDecimals } from '../values/points'
import { gameTexts } from './game-texts'
import { gameExample } from './games'

/** Default percentage that the operator keeps. */
export const defaultWinpercentage = 10

/** Percentage of the stakes that the operator keeps. The screens only allow 1 and more. */
export const WinPercentage = withTwoDecimals(
  z.number({ error: 'A number from 0 to 100' }).min(0, 'A number from 0 to 100').max(100, 'A number from 0 to 100'),
)

/** The percentage of one offering (admin × game). */
export const Percentage = z.object({
  /** `<adminId>_<gameId>`. */
  id: z.string(),
  adminId: z.string(),
  username: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  winpercentage: WinPercentage,
})
export type Percentage = z.infer<typeof Percentage>

export const toPercentageId = (adminId: string, gameId: string) => `${adminId}_${gameId}`

export const percentageSortFields = ['username', 'gameName', 'winpercentage'] as const

export const PercentageQuery = listQueryOf(percentageSortFields).extend({
  /** Prefix of the usernames in `users`. */
  user: SearchText.optional(),
})
export type PercentageQuery = z.output<typeof PercentageQuery>

const Updates = z
  .array(z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/), winpercentage: WinPercentage }))
  .min(1, 'Nothing to update')
  .max(1000, 'At most 1000 at once')
  .refine(updates => new Set(updates.map(({ id }) => id)).size === updates.length, 'Named twice')

/** Accepted with and without the wrapper `data`. */
export const BulkPercentages = z
  .union([z.strictObject({ updates: Updates }), z.strictObject({ data: z.strictObject({ updates: Updates }) })])
  .transform(body => ('data' in body ? body.data : body))
export type BulkPercentages = z.output<typeof BulkPercentages>

const User = z.object({ _id: z.string(), username: z.string() })

export const percentageApi = {
  percentages: endpoint({
    id: 'games.percentage.list',
    domain: 'games',
    route: 'GET /percentage/usergames/:adminId',
    permission: 'percentages.read',
    summary: 'Percentages of an admin by game, with the available games and admins',
    params: z.strictObject({ adminId: PathId }),
    query: PercentageQuery,
    response: responseOf(z.array(Percentage), {
      total: z.number().int().optional(),
      games: z.array(z.object({ _id: z.string(), gameId: z.string(), gameName: z.string() })),
      /** Admins in scope by name, at most 50. */
      users: z.array(User),
    }),
  }),
  setPercentages: endpoint({
    id: 'games.percentage.update',
    domain: 'games',
    route: 'PUT /percentage/bulk/winpercentage/:id',
    permission: 'percentages.write',
    summary: 'Set the percentages of several games of one admin',
    stepUp: 'always',
    approval: approvalOf((_body, { id }) => ({ operation: 'percentages', accountId: id })),
    audit: auditAccount('Percentages set', 'id', 'set percentages of {object}'),
    params: IdParams,
    body: BulkPercentages,
    response: responseOf(z.array(Percentage)),
  }),
}

export const percentageExamples = (): ExamplesOf<typeof percentageApi> => {
  const { _id, gameId, gameName } = gameExample
  const adminId = 'admin-1'
  const id = toPercentageId(adminId, gameId)
  return {
    fields: { id, adminId, username: 'admin1', gameId, gameName, winpercentage: 12.5 },
    percentages: { response: { games: [{ _id, gameId, gameName }], users: [{ _id: adminId, username: 'admin1' }] } },
    setPercentages: {
      params: { id: adminId },
      body: { updates: [{ id, winpercentage: 12.5 }] },
      response: { message: gameTexts.percentagesUpdated },
    },
  }
}

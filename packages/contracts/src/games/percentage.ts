import { z } from 'zod'
import { listQueryOf, SearchText } from '../define'
import { withTwoDecimals } from '../values/points'

/** Percent that the operator keeps of a game where nobody has set another share. */
export const standardWinpercentage = 10

/** Share of the stakes that the operator keeps, in percent. The screens allow 1 and more. */
export const WinPercentage = withTwoDecimals(
  z.number({ error: 'A number from 0 to 100' }).min(0, 'A number from 0 to 100').max(100, 'A number from 0 to 100'),
)

/** One game below one admin. */
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

export const percentageIdOf = (adminId: string, gameId: string) => `${adminId}_${gameId}`

export const percentageSortFields = ['username', 'gameName', 'winpercentage'] as const

export const PercentageQuery = listQueryOf(percentageSortFields).extend({
  /** Beginning of the usernames in `users`. */
  user: SearchText.optional(),
})
export type PercentageQuery = z.output<typeof PercentageQuery>

const Updates = z
  .array(z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/), winpercentage: WinPercentage }))
  .min(1, 'Nothing to update')
  .max(1000, 'At most 1000 at once')
  .refine(updates => new Set(updates.map(({ id }) => id)).size === updates.length, 'Named twice')

/** Callers wrap the list in `data` or do not. */
export const BulkPercentages = z
  .union([z.strictObject({ updates: Updates }), z.strictObject({ data: z.strictObject({ updates: Updates }) })])
  .transform(body => ('data' in body ? body.data : body))
export type BulkPercentages = z.output<typeof BulkPercentages>

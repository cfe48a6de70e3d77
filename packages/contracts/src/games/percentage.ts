import { z } from 'zod'
import { ListQuery } from '../define'

/** Percent that the operator keeps of a game where nobody has set another share. */
export const standardWinpercentage = 10

const hasAtMostTwoDecimals = (value: number) => Number(value.toFixed(2)) === value

/** Share of the stakes that the operator keeps, in percent. The screens allow 1 and more. */
export const WinPercentage = z
  .number({ error: 'A number from 0 to 100' })
  .min(0, 'A number from 0 to 100')
  .max(100, 'A number from 0 to 100')
  .refine(hasAtMostTwoDecimals, 'At most two decimals')

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

export const PercentageQuery = ListQuery.extend({
  /** Beginning of the usernames in `users`. */
  user: z.string().max(100).optional(),
})

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

import { z } from 'zod'
import { ListQuery } from '../define'
import { GameDescription } from './description'
import { ActedBy } from './game'

/** One version of how a game is played. A draw keeps the version that it was opened with. */
export const DescriptionVersion = z.object({
  gameId: z.string(),
  gameName: z.string(),
  version: z.number().int(),
  description: GameDescription,
  by: ActedBy.nullable(),
  at: z.iso.datetime(),
})
export type DescriptionVersion = z.infer<typeof DescriptionVersion>

export const DescriptionQuery = z.strictObject({
  /** Without one the newest. */
  version: z.coerce.number().int().min(1).optional(),
})

export const DescriptionHistoryQuery = ListQuery.omit({ order: true, q: true })
export const DescriptionSummary = DescriptionVersion.omit({ description: true, gameName: true })
export type DescriptionSummary = z.infer<typeof DescriptionSummary>

/** A changed description, and the version that it was made from: a stale one is refused. */
export const ChangeDescription = z.strictObject({ version: z.number().int().min(1), description: GameDescription })
export type ChangeDescription = z.infer<typeof ChangeDescription>

import { z } from 'zod'
import { ListQuery } from '../define'
import { GameDescription } from './description'
import { GameActor } from './games'

/** One version of the description of a game. A draw uses the version that was current when it opened. */
export const DescriptionVersion = z.object({
  gameId: z.string(),
  gameName: z.string(),
  version: z.number().int(),
  description: GameDescription,
  by: GameActor.nullable(),
  at: z.iso.datetime(),
})
export type DescriptionVersion = z.infer<typeof DescriptionVersion>

export const DescriptionQuery = z.strictObject({
  /** Default: the newest. */
  version: z.coerce.number().int().min(1).optional(),
})

export const DescriptionHistoryQuery = ListQuery.omit({ order: true, q: true })
export const DescriptionSummary = DescriptionVersion.omit({ description: true, gameName: true })
export type DescriptionSummary = z.infer<typeof DescriptionSummary>

/** A changed description and the version it was based on; a stale version is rejected. */
export const ChangeDescription = z.strictObject({ version: z.number().int().min(1), description: GameDescription })
export type ChangeDescription = z.infer<typeof ChangeDescription>

export const descriptionExample: DescriptionVersion = {
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  version: 2,
  description: {
    layout: { kind: 'grid', columns: 5, groups: [] },
    dimensions: [{ key: 'result', label: 'Result', options: { first: 1, last: 10, width: 1, separator: '' } }],
    bets: [{ type: 'straight', label: 'Straight', dimension: 'result', multiplier: 900, cover: 'same' }],
    bundles: [],
    draw: { intervalSeconds: 60, lockSeconds: 5, resultSeconds: 0 },
    policy: 'budgeted',
    booster: { chance: 26 },
    limits: {
      betMin: 1,
      betMax: 10_000,
      betStep: 1,
      drawOptionMax: 100_000,
      playerDayMax: 1_000_000,
      liabilityMax: 50_000_000,
    },
  },
  by: { username: 'superadmin', role: 'superadmin' },
  at: '2026-01-05T10:00:00.000Z',
}

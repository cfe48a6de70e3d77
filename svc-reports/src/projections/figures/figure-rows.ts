import type { CollectionSpec } from '@cascade/service-kit'
import type { PartialMeasures } from './measures'
import type { PlayLine } from './play-lines'

/** Figures of an edge in a month. `_id` is `edge|YYYY-MM`, or `edge|gameId|YYYY-MM` for one game. */
export type FigureMonth = { _id: string; sum: PartialMeasures; days: Record<string, PartialMeasures> }

/**
 * Figures of an edge on a day by the hour in which they were recorded, without late ones. `_id` is `edge|YYYY-MM-DD`,
 * or `edge|gameId|YYYY-MM-DD`.
 */
export type FigureDay = { _id: string; hours: Record<string, PartialMeasures> }

/** An edge of the account tree with play since the day `since`. */
export type Edge = { _id: string; parent: string; child: string; since: string }

/**
 * The lines themselves, to compute figures as of any time. `_id` is `YYYY-MM-DDTHH|seq|n` with the hour in which they
 * were recorded; late lines have `YYYY-MM-DD|seq|n` with the day to which they belong.
 */
export type JournalRow = { _id: string; lines: PlayLine[] }
/**
 * Sums of the lines of one instant by edge above players. `_id` is that of the journal row, with the instant after the
 * hour.
 */
export type MomentRow = { _id: string; sums: Record<string, PartialMeasures> }
export type LateDay = { _id: string; lastAt: Date }

export const figureNames = (prefix: string) => ({
  months: `${prefix}figures`,
  games: `${prefix}game_figures`,
  days: `${prefix}figure_hours`,
  edges: `${prefix}edges`,
  journal: `${prefix}play_journal`,
  moments: `${prefix}play_moments`,
  late: `${prefix}late_lines`,
  lateDays: `${prefix}late_days`,
  remainders: `${prefix}commission_remainders`,
})

export function figureCollections(prefix: string): readonly CollectionSpec[] {
  const { edges, ...others } = figureNames(prefix)
  const edgeCollection = { name: edges, indexes: [{ key: { parent: 1 as const } }, { key: { child: 1 as const } }] }
  return [edgeCollection, ...Object.values(others).map(name => ({ name }))]
}

export const monthOf = (day: string) => day.slice(0, 7)
export const dayOfMonth = (day: string) => day.slice(8)
/** Upper bound of all ids with a prefix. */
export const endOfIds = (start: string) => `${start}\uffff`

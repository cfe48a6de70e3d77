import type { CollectionPlan } from '@cascade/service-kit'
import type { PartialMeasures } from './measures'
import type { PlayLine } from './play-lines'

/** Figures of one step of the tree in one month. `_id` is `edge|YYYY-MM`, or `edge|gameId|YYYY-MM` of one game. */
export type FigureMonth = { _id: string; sum: PartialMeasures; days: Record<string, PartialMeasures> }

/** The same of one day by the hour in which it was told; `_id` is `edge|YYYY-MM-DD`, or `edge|gameId|YYYY-MM-DD`. Late figures are not in it. */
export type FigureDay = { _id: string; hours: Record<string, PartialMeasures> }

/** A step of the tree on which something was played, from the day `since` on. */
export type Edge = { _id: string; parent: string; child: string; since: string }

/**
 * The lines themselves, so that any moment can be counted again. `_id` is `YYYY-MM-DDTHH|seq|n` with the hour in which
 * they were told, and `YYYY-MM-DD|seq|n` with the day to which they belong for those that were told after it was over.
 */
export type JournalRow = { _id: string; lines: PlayLine[] }
/** What the lines of one moment come to on each step above players. `_id` is its row's, with the moment after the hour. */
export type MomentRow = { _id: string; sums: Record<string, PartialMeasures> }
/** When the last late line of a day was told. */
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

export function figurePlans(prefix: string): readonly CollectionPlan[] {
  const { edges, ...others } = figureNames(prefix)
  const edgePlan = { name: edges, indexes: [{ key: { parent: 1 as const } }, { key: { child: 1 as const } }] }
  return [edgePlan, ...Object.values(others).map(name => ({ name }))]
}

export const monthOf = (day: string) => day.slice(0, 7)
export const dayOfMonth = (day: string) => day.slice(8)
/** The end of the range of ids that begin with a text. */
export const endOfIds = (start: string) => `${start}\uffff`

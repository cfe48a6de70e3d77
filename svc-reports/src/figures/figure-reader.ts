import type { Actor } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import type { Days } from './days'
import { addTo, type Measures, type SomeMeasures, zero } from './measures'
import { type Source, visitFigures, visitHours } from './read-figures'

export type FigureReader = Awaited<ReturnType<typeof figureReader>>

/**
 * Reads figures for one actor, now or as of a moment.
 * @param gameId the figures of one game only.
 */
export async function figureReader(
  { db, generations, zone }: ReportsDeps,
  _actor: Actor,
  { until, gameId }: { until?: Date | undefined; gameId?: string | undefined } = {},
) {
  const prefix = await generations.prefix()
  const source: Source = { db, prefix, zone, gameId }

  async function visit(
    edges: readonly string[],
    days: Days,
    byDay: boolean,
    each: (edge: string, day: string, measures: SomeMeasures, sign: 1n | -1n) => void,
  ) {
    await visitFigures(source, { edges, days, until, byDay }, each)
  }

  return {
    prefix,

    /** Sums by step; a step without figures is not in it. */
    async byStep(edges: readonly string[], days: Days): Promise<Map<string, Measures>> {
      const sums = new Map<string, Measures>()
      await visit(edges, days, false, (edge, _day, measures, sign) => add(sums, edge, measures, sign))
      return sums
    },

    /** One sum of several steps. */
    async total(edges: readonly string[], days: Days): Promise<Measures> {
      const sum = zero()
      await visit(edges, days, false, (_edge, _day, measures, sign) => addTo(sum, measures, sign))
      return sum
    },

    /** The sum of several steps for each hour of a day, `00` to `23`, in which there is something. */
    async byHour(edges: readonly string[], day: string): Promise<Map<string, Measures>> {
      const sums = new Map<string, Measures>()
      await visitHours(source, { edges, day, until }, (_edge, hour, measures) => add(sums, hour, measures, 1n))
      return sums
    },

    /** The sum of several steps for each day on which there is something. */
    async byDay(edges: readonly string[], days: Days): Promise<Map<string, Measures>> {
      const sums = new Map<string, Measures>()
      await visit(edges, days, true, (_edge, day, measures, sign) => add(sums, day, measures, sign))
      return sums
    },
  }
}

function add(sums: Map<string, Measures>, key: string, measures: SomeMeasures, sign: 1n | -1n) {
  const sum = sums.get(key) ?? zero()
  sums.set(key, sum)
  addTo(sum, measures, sign)
}

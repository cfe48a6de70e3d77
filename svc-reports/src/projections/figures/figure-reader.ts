import type { ClearModel } from '@cascade/contracts/reports'
import { type Actor, AppError, businessDay, type Days, overlap } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { projectionsVersion } from '../runtime/generations'
import { readFirstDay } from './edges'
import { addTo, type Measures, type PartialMeasures, zero } from './measures'
import { type Source, visitFigures, visitHours } from './read-figures'

export type FigureReader = Awaited<ReturnType<typeof createFigureReader>>

type Options = {
  until?: Date | undefined
  /** Read these games separately: keys are then `edge|game`. */
  gameIds?: readonly string[] | undefined
  /** Which clearings hide figures; `ticket` by default. */
  model?: ClearModel
  /** Whether none of the edges leads to a player. */
  isAbovePlayers?: boolean
}

/** Reads figures for an actor, current or as of a time, without days that the actor's admin has cleared. */
export async function createFigureReader(
  { db, generations, clearings, zone }: ReportsDeps,
  actor: Actor,
  { until, gameIds, model = 'ticket', isAbovePlayers = false }: Options = {},
) {
  const { prefix, shape } = await generations.read()
  if (shape !== projectionsVersion)
    throw new AppError('UNAVAILABLE', 'These reports are being rebuilt.', { retryAfterSeconds: 60 })
  const [hidden = []] = await clearings.hiddenFrom(actor, model)
  const source: Source = { db, prefix, zone, gameIds, hasMoments: gameIds === undefined && isAbovePlayers }

  async function visit(
    edges: readonly string[],
    days: Days,
    byDay: boolean,
    each: (edge: string, day: string, measures: PartialMeasures, sign: 1n | -1n) => void,
  ) {
    await visitFigures(source, { edges, days, until, byDay }, each)
    for (const part of hidden) {
      const clearedDays = overlap(part, days)
      if (!clearedDays) continue
      const cleared = { edges, days: clearedDays, until: earlier(part.at, until), byDay }
      await visitFigures(source, cleared, (edge, day, measures, sign) =>
        each(edge, day, measures, sign === 1n ? -1n : 1n),
      )
    }
  }

  async function visitDay(
    edges: readonly string[],
    day: string,
    each: (key: string, hour: string, measures: PartialMeasures, sign: 1n | -1n) => void,
  ) {
    await visitHours(source, { edges, day, until }, (key, hour, measures) => each(key, hour, measures, 1n))
    const cleared = hidden.find(part => part.from <= day && day <= part.to)
    if (!cleared) return
    const then = { edges, day, until: earlier(cleared.at, until) }
    await visitHours(source, then, (key, hour, measures) => each(key, hour, measures, -1n))
  }

  return {
    prefix,

    /** Sums by edge; edges without figures are omitted. */
    async byEdge(edges: readonly string[], days: Days): Promise<Map<string, Measures>> {
      const sums = new Map<string, Measures>()
      await visit(edges, days, false, (edge, _day, measures, sign) => add(sums, edge, measures, sign))
      return sums
    },

    async ever(edges: readonly string[], now: Date): Promise<Map<string, Measures>> {
      const sums = new Map<string, Measures>()
      const from = await readFirstDay(db, prefix, edges)
      const days = { from, to: businessDay(now, zone) }
      await visit(edges, days, false, (edge, _day, measures, sign) => add(sums, edge, measures, sign))
      return sums
    },

    async total(edges: readonly string[], days: Days): Promise<Measures> {
      const sum = zero()
      await visit(edges, days, false, (_edge, _day, measures, sign) => addTo(sum, measures, sign))
      return sum
    },

    /** Sums over several edges by hour of a day, `00` to `23`; empty hours are omitted. */
    async byHour(edges: readonly string[], day: string): Promise<Map<string, Measures>> {
      const sums = new Map<string, Measures>()
      await visitDay(edges, day, (_key, hour, measures, sign) => add(sums, hour, measures, sign))
      return sums
    },

    /** Sums by edge, each by hour for a single day, otherwise by day. */
    async overTime(edges: readonly string[], days: Days): Promise<Map<string, Map<string, Measures>>> {
      const byEdge = new Map<string, Map<string, Measures>>()
      const each = (key: string, at: string, measures: PartialMeasures, sign: 1n | -1n) => {
        const sums = byEdge.get(key) ?? new Map<string, Measures>()
        byEdge.set(key, sums)
        add(sums, at, measures, sign)
      }
      if (days.from === days.to) await visitDay(edges, days.from, each)
      else await visit(edges, days, true, each)
      return byEdge
    },

    /** Sums over several edges by day; empty days are omitted. */
    async byDay(edges: readonly string[], days: Days): Promise<Map<string, Measures>> {
      const sums = new Map<string, Measures>()
      await visit(edges, days, true, (_edge, day, measures, sign) => add(sums, day, measures, sign))
      return sums
    },
  }
}

const earlier = (at: Date, until: Date | undefined) => (until && until < at ? until : at)

function add(sums: Map<string, Measures>, key: string, measures: PartialMeasures, sign: 1n | -1n) {
  const sum = sums.get(key) ?? zero()
  sums.set(key, sum)
  addTo(sum, measures, sign)
}

import { addDays, businessDay, type Days } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { hourOf } from './business-hour'
import { monthsOf } from './days'
import { endOfIds, type FigureDay, type FigureMonth, figureNames, type JournalRow, type LateDay } from './figure-rows'
import type { SomeMeasures } from './measures'
import { edgesOf, type PlayLine } from './play-lines'

/** Which figures are read: those of a generation, of all games or of one. */
export type Source = { db: Db; prefix: string; zone: string; gameId?: string | undefined }

/** Called with each part of the figures; `day` is the first of the month where a whole month is told at once. */
type Visit = (edge: string, day: string, measures: SomeMeasures, sign: 1n | -1n) => void

type Wanted = { edges: readonly string[]; days: Days; until?: Date | undefined; byDay?: boolean }

/**
 * Figures of steps of the tree within days, as they are now or as they were shown at the moment `until`. Days that were
 * over by then are read from their sums, the day of the moment by the hour, and its last hour line by line.
 */
export async function visitFigures(source: Source, wanted: Wanted, visit: Visit): Promise<void> {
  const { edges, days, until } = wanted
  if (edges.length === 0 || days.from > days.to) return
  if (!until) return visitMonths(source, wanted, visit)
  const today = businessDay(until, source.zone)
  const past = { from: days.from, to: days.to < today ? days.to : addDays(today, -1) }
  if (past.from <= past.to) {
    await visitMonths(source, { ...wanted, days: past }, visit)
    await takeLate(source, edges, past, until, visit)
  }
  if (days.from <= today && today <= days.to) await visitDay(source, edges, today, until, visit)
}

/** Called with the hour, `00` to `23`, of each part of one day's figures. */
type VisitHour = (edge: string, hour: string, measures: SomeMeasures) => void

/** Figures of one day by the hour in which they were told; what was told after the day stands in its last one. */
export async function visitHours(
  source: Source,
  { edges, day, until }: { edges: readonly string[]; day: string; until?: Date | undefined },
  visit: VisitHour,
): Promise<void> {
  const names = figureNames(source.prefix)
  const today = until && businessDay(until, source.zone)
  if (today && today < day) return
  const openHour = until && today === day ? hourOf(until, source.zone) : undefined
  const rows = await source.db
    .collection<FigureDay>(names.days)
    .find({ _id: { $in: edges.map(edge => `${edge}|${day}`) } })
    .toArray()
  for (const { _id, hours } of rows) {
    for (const [hour, measures] of Object.entries(hours)) {
      if (!openHour || hour < openHour) visit(edgeOfId(_id), hour, measures)
    }
  }
  if (openHour && until) {
    await visitLines(source, names.journal, `${day}T${openHour}|`, edges, (line, edge) => {
      if (line.at <= until) visit(edge, openHour, line.measures)
    })
    return
  }
  await visitLines(source, names.late, `${day}|`, edges, (line, edge) => {
    if (!until || line.at <= until) visit(edge, '23', line.measures)
  })
}

async function visitMonths({ db, prefix, gameId }: Source, { edges, days, byDay }: Wanted, visit: Visit) {
  const names = figureNames(prefix)
  const months = db.collection<FigureMonth>(gameId ? names.games : names.months)
  const keyOf = (edge: string, month: string) => (gameId ? `${edge}|${gameId}|${month}` : `${edge}|${month}`)
  const isWhole = new Map(monthsOf(days).map(each => [each.month, each.isWhole && !byDay]))
  const idsOf = (whole: boolean) =>
    [...isWhole].flatMap(([month, is]) => (is === whole ? edges.map(edge => keyOf(edge, month)) : []))
  for (const { _id, sum } of await found(months, idsOf(true), { sum: 1 })) {
    visit(edgeOfId(_id), `${_id.slice(-7)}-01`, sum, 1n)
  }
  for (const { _id, days: parts } of await found(months, idsOf(false), { days: 1 })) {
    for (const [date, measures] of Object.entries(parts)) {
      const day = `${_id.slice(-7)}-${date}`
      if (day >= days.from && day <= days.to) visit(edgeOfId(_id), day, measures, 1n)
    }
  }
}

const edgeOfId = (_id: string) => _id.slice(0, _id.indexOf('|'))

async function found(months: Collection<FigureMonth>, ids: string[], projection: object): Promise<FigureMonth[]> {
  return ids.length === 0 ? [] : months.find({ _id: { $in: ids } }, { projection }).toArray()
}

/** What was told of past days only after the moment is not to be seen yet. */
async function takeLate(source: Source, edges: readonly string[], past: Days, until: Date, visit: Visit) {
  const names = figureNames(source.prefix)
  const lateDays = await source.db
    .collection<LateDay>(names.lateDays)
    .find({ _id: { $gte: past.from, $lte: past.to } })
    .toArray()
  for (const { _id: day } of lateDays.filter(({ lastAt }) => lastAt > until)) {
    await visitLines(source, names.late, `${day}|`, edges, (line, edge) => {
      if (line.at > until) visit(edge, day, line.measures, -1n)
    })
  }
}

/** The day of the moment: by the hour for all games together, line by line for one game. */
async function visitDay(source: Source, edges: readonly string[], day: string, until: Date, visit: Visit) {
  const { zone, prefix, gameId } = source
  if (!gameId) {
    return visitHours(source, { edges, day, until }, (edge, _hour, measures) => visit(edge, day, measures, 1n))
  }
  for (let hour = 0; hour <= Number(hourOf(until, zone)); hour++) {
    const start = `${day}T${String(hour).padStart(2, '0')}|`
    await visitLines(source, figureNames(prefix).journal, start, edges, (line, edge) => {
      if (line.at <= until) visit(edge, day, line.measures, 1n)
    })
  }
}

async function visitLines(
  { db, gameId }: Source,
  name: string,
  start: string,
  edges: readonly string[],
  visit: (line: PlayLine, edge: string) => void,
) {
  const wanted = new Set(edges)
  const rows = db.collection<JournalRow>(name).find({ _id: { $gte: start, $lt: endOfIds(start) } })
  for await (const { lines } of rows) {
    for (const line of lines) {
      if (gameId && line.gameId !== gameId) continue
      for (const edge of edgesOf(line.chain)) if (wanted.has(edge)) visit(line, edge)
    }
  }
}

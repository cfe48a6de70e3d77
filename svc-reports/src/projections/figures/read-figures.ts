import { addDays, businessDay, type Days } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import { readTimeoutMs } from '../queries'
import {
  endOfIds,
  type FigureDay,
  type FigureMonth,
  figureNames,
  type JournalRow,
  type LateDay,
  type MomentRow,
} from './figure-rows'
import type { PartialMeasures } from './measures'
import { hourOf, monthsIn } from './period'
import { edgesOf, gameKeyOf, type PlayLine } from './play-lines'

/** The figures to read: of one generation, of all games together or of each of `gameIds`. */
export type Source = {
  db: Db
  prefix: string
  zone: string
  gameIds?: readonly string[] | undefined
  /** Whether sums by instant exist for every edge: only for all games together, and not for edges to players. */
  hasMoments?: boolean
}

/**
 * Called for each part of the figures. `key` is the edge, or `edge|game` for separate games; `day` is the first of the
 * month for a whole month.
 */
type Visit = (key: string, day: string, measures: PartialMeasures, sign: 1n | -1n) => void

type FiguresRequest = { edges: readonly string[]; days: Days; until?: Date | undefined; byDay?: boolean }

/**
 * Figures of edges within days, current or as of `until`. Earlier days are read from their sums, the day of `until` by
 * hour, and its last hour line by line.
 */
export async function visitFigures(source: Source, request: FiguresRequest, visit: Visit): Promise<void> {
  const { edges, days, until } = request
  if (edges.length === 0 || days.from > days.to) return
  if (!until) return visitMonths(source, request, visit)
  const today = businessDay(until, source.zone)
  const past = { from: days.from, to: days.to < today ? days.to : addDays(today, -1) }
  if (past.from <= past.to) {
    await visitMonths(source, { ...request, days: past }, visit)
    await subtractLate(source, edges, past, until, visit)
  }
  if (days.from <= today && today <= days.to) await visitDay(source, edges, today, until, visit)
}

type VisitHour = (key: string, hour: string, measures: PartialMeasures) => void

const idBatchSize = 5_000

const keysFor = ({ gameIds }: Source, edges: readonly string[]) =>
  gameIds ? edges.flatMap(edge => gameIds.map(gameId => gameKeyOf(edge, gameId))) : edges

/** Figures of a day by the hour in which they were recorded; late ones count for the last hour. */
export async function visitHours(
  source: Source,
  { edges, day, until }: { edges: readonly string[]; day: string; until?: Date | undefined },
  visit: VisitHour,
): Promise<void> {
  const names = figureNames(source.prefix)
  const today = until && businessDay(until, source.zone)
  if (today && today < day) return
  const openHour = until && today === day ? hourOf(until, source.zone) : undefined
  const rows = source.db.collection<FigureDay>(names.days)
  const ids = keysFor(source, edges).map(key => `${key}|${day}`)
  for (const { _id, hours } of await findByIds(rows, ids)) {
    for (const [hour, measures] of Object.entries(hours)) {
      if (!openHour || hour < openHour) visit(keyOf(_id), hour, measures)
    }
  }
  if (openHour && until && source.hasMoments) {
    const start = `${day}T${openHour}|`
    return visitMoments(source, { start, edges, until }, (key, measures) => visit(key, openHour, measures))
  }
  if (openHour && until) {
    await visitLines(source, names.journal, `${day}T${openHour}|`, edges, (line, key) => {
      if (line.at <= until) visit(key, openHour, line.measures)
    })
    return
  }
  await visitLines(source, names.late, `${day}|`, edges, (line, key) => {
    if (!until || line.at <= until) visit(key, '23', line.measures)
  })
}

async function visitMonths(source: Source, { edges, days, byDay }: FiguresRequest, visit: Visit) {
  const names = figureNames(source.prefix)
  const months = source.db.collection<FigureMonth>(source.gameIds ? names.games : names.months)
  const keys = keysFor(source, edges)
  const isWhole = new Map(monthsIn(days).map(each => [each.month, each.isWhole && !byDay]))
  const idsOf = (whole: boolean) =>
    [...isWhole].flatMap(([month, is]) => (is === whole ? keys.map(key => `${key}|${month}`) : []))
  for (const { _id, sum } of await findByIds(months, idsOf(true), { sum: 1 })) {
    visit(keyOf(_id), `${_id.slice(-7)}-01`, sum, 1n)
  }
  for (const { _id, days: parts } of await findByIds(months, idsOf(false), { days: 1 })) {
    for (const [date, measures] of Object.entries(parts)) {
      const day = `${_id.slice(-7)}-${date}`
      if (day >= days.from && day <= days.to) visit(keyOf(_id), day, measures, 1n)
    }
  }
}

const keyOf = (_id: string) => _id.slice(0, _id.lastIndexOf('|'))

async function findByIds<R extends { _id: string }>(rows: Collection<R>, ids: readonly string[], projection = {}) {
  const all: R[] = []
  for (let from = 0; from < ids.length; from += idBatchSize) {
    const filter = { _id: { $in: ids.slice(from, from + idBatchSize) } } as Filter<R>
    all.push(...((await rows.find(filter, { projection, maxTimeMS: readTimeoutMs }).toArray()) as R[]))
  }
  return all
}

/** Subtracts entries of `past` days that were recorded after `until`. */
async function subtractLate(source: Source, edges: readonly string[], past: Days, until: Date, visit: Visit) {
  const names = figureNames(source.prefix)
  const lateDays = await source.db
    .collection<LateDay>(names.lateDays)
    .find({ _id: { $gte: past.from, $lte: past.to } }, { maxTimeMS: readTimeoutMs })
    .toArray()
  for (const { _id: day } of lateDays.filter(({ lastAt }) => lastAt > until)) {
    await visitLines(source, names.late, `${day}|`, edges, (line, key) => {
      if (line.at > until) visit(key, day, line.measures, -1n)
    })
  }
}

async function visitDay(source: Source, edges: readonly string[], day: string, until: Date, visit: Visit) {
  return visitHours(source, { edges, day, until }, (key, _hour, measures) => visit(key, day, measures, 1n))
}

/** Figures recorded within an hour until a time, without reading its lines. @param start id prefix of the hour */
async function visitMoments(
  { db, prefix }: Source,
  { start, edges, until }: { start: string; edges: readonly string[]; until: Date },
  visit: (key: string, measures: PartialMeasures) => void,
) {
  const filter = { _id: { $gte: start, $lt: `${start}${new Date(until.getTime() + 1).toISOString()}` } }
  const projection = Object.fromEntries(edges.map(edge => [`sums.${edge}`, 1]))
  const moments = db.collection<MomentRow>(figureNames(prefix).moments)
  for (const { sums } of await moments.find(filter, { projection, maxTimeMS: readTimeoutMs }).toArray()) {
    for (const [edge, measures] of Object.entries(sums)) visit(edge, measures)
  }
}

async function visitLines(
  { db, gameIds }: Source,
  name: string,
  start: string,
  edges: readonly string[],
  visit: (line: PlayLine, key: string) => void,
) {
  const edgeIds = new Set(edges)
  const games = gameIds && new Set(gameIds)
  const filter = { _id: { $gte: start, $lt: endOfIds(start) } }
  for await (const { lines } of db.collection<JournalRow>(name).find(filter, { maxTimeMS: readTimeoutMs })) {
    for (const line of lines) {
      if (games && !games.has(line.gameId)) continue
      for (const edge of edgesOf(line.chain)) {
        if (edgeIds.has(edge)) visit(line, games ? gameKeyOf(edge, line.gameId) : edge)
      }
    }
  }
}

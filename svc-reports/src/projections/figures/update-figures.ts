import type { Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import {
  dayOfMonth,
  type Edge,
  figureNames,
  type JournalRow,
  type LateDay,
  type MomentRow,
  monthOf,
} from './figure-rows'
import { addTo, measureNames, type PartialMeasures, zero } from './measures'
import { recordedAt } from './period'
import { edgesOf, gameKeyOf, type PlayLine } from './play-lines'

const linesPerRowMax = 2_000

type Keyed = { key: string; line: PlayLine }
type Increments = Map<string, Record<string, bigint>>

/** Adds lines to all their figures, in the caller's transaction. @param seq unique number of the batch */
export async function updateFigures(
  db: Db,
  prefix: string,
  lines: readonly PlayLine[],
  { seq, zone }: { seq: number; zone: string },
  tx: Tx,
): Promise<void> {
  if (lines.length === 0) return
  const names = figureNames(prefix)
  const months: Increments = new Map()
  const games: Increments = new Map()
  const days: Increments = new Map()
  const late: Keyed[] = []
  const inTime: Keyed[] = []
  for (const line of lines) {
    const { hour, isLate } = recordedAt(line.at, line.day, zone)
    if (isLate) late.push({ key: line.day, line })
    else inTime.push({ key: `${line.day}T${hour}`, line })
    const edges = edgesOf(line.chain)
    edges.forEach((edge, index) => {
      const isPlayer = index === edges.length - 1
      const paths = ['sum', `days.${dayOfMonth(line.day)}`]
      increment(months, `${edge}|${monthOf(line.day)}`, paths, line.measures)
      const keys = isPlayer ? [edge] : [edge, gameKeyOf(edge, line.gameId)]
      if (!isPlayer) increment(games, `${gameKeyOf(edge, line.gameId)}|${monthOf(line.day)}`, paths, line.measures)
      if (!isLate) for (const key of keys) increment(days, `${key}|${line.day}`, [`hours.${hour}`], line.measures)
    })
  }
  await writeIncrements(db, names.months, months, tx)
  await writeIncrements(db, names.games, games, tx)
  await writeIncrements(db, names.days, days, tx)
  await updateEdges(db, names.edges, lines, tx)
  const rows = toJournalRows(inTime, seq)
  await insertRows(db, names.journal, rows, tx)
  await insertRows(db, names.moments, rows.flatMap(toMomentRows), tx)
  await insertRows(db, names.late, toJournalRows(late, seq), tx)
  await updateLateDays(db, names.lateDays, late, tx)
}

function increment(all: Increments, id: string, paths: readonly string[], measures: PartialMeasures) {
  const own = all.get(id) ?? {}
  all.set(id, own)
  for (const name of measureNames) {
    const value = measures[name]
    if (value) for (const path of paths) own[`${path}.${name}`] = (own[`${path}.${name}`] ?? 0n) + value
  }
}

async function writeIncrements(db: Db, name: string, increments: Increments, tx: Tx) {
  const writes = [...increments]
    .filter(([, values]) => Object.keys(values).length > 0)
    .map(([_id, values]) => ({ updateOne: { filter: { _id }, update: { $inc: values }, upsert: true } }))
  if (writes.length === 0) return
  await db.collection<{ _id: string }>(name).bulkWrite(writes, { session: tx, ordered: false })
}

async function updateEdges(db: Db, name: string, lines: readonly PlayLine[], tx: Tx) {
  const since = new Map<string, string>()
  for (const { chain, day } of lines) {
    for (const edge of edgesOf(chain)) if (day < (since.get(edge) ?? '9999')) since.set(edge, day)
  }
  const edges = db.collection<Edge>(name)
  const stored = await edges.find({ _id: { $in: [...since.keys()] } }, { session: tx }).toArray()
  const storedSince = new Map(stored.map(edge => [edge._id, edge.since]))
  const writes = [...since]
    .filter(([edge, day]) => day < (storedSince.get(edge) ?? '9999'))
    .map(([edge, day]) => {
      const { _id, ...replacement } = toEdge(edge, day)
      return { replaceOne: { filter: { _id }, replacement, upsert: true } }
    })
  if (writes.length > 0) await edges.bulkWrite(writes, { session: tx, ordered: false })
}

function toEdge(_id: string, since: string): Edge {
  const [parent = '', child = ''] = _id.includes('>') ? _id.split('>') : ['', _id]
  return { _id, parent, child, since }
}

function toJournalRows(lines: readonly Keyed[], seq: number): JournalRow[] {
  return [...groupByKey(lines)].flatMap(([key, own]) => {
    const parts = Math.ceil(own.length / linesPerRowMax)
    return Array.from({ length: parts }, (_, part) => ({
      _id: `${key}|${String(seq).padStart(15, '0')}|${part}`,
      lines: own.slice(part * linesPerRowMax, (part + 1) * linesPerRowMax),
    }))
  })
}

/** Sums of a journal row by instant, so that figures above players need no lines. */
export function toMomentRows({ _id: row, lines }: JournalRow): MomentRow[] {
  const hour = row.slice(0, row.indexOf('|'))
  const moments = new Map<string, Record<string, PartialMeasures>>()
  for (const { at, chain, measures } of lines) {
    const _id = `${hour}|${at.toISOString()}${row.slice(hour.length)}`
    const sums = moments.get(_id) ?? {}
    moments.set(_id, sums)
    for (const edge of edgesOf(chain).slice(0, -1)) {
      const sum = { ...zero(), ...sums[edge] }
      addTo(sum, measures)
      sums[edge] = sum
    }
  }
  return [...moments].map(([_id, sums]) => ({ _id, sums }))
}

async function insertRows<R extends { _id: string }>(db: Db, name: string, rows: readonly R[], tx: Tx) {
  if (rows.length > 0) await db.collection<{ _id: string }>(name).insertMany([...rows], { session: tx })
}

async function updateLateDays(db: Db, name: string, late: readonly Keyed[], tx: Tx) {
  const writes = [...groupByKey(late)].map(([_id, lines]) => {
    const lastAt = new Date(Math.max(...lines.map(({ at }) => at.getTime())))
    return { updateOne: { filter: { _id }, update: { $max: { lastAt } }, upsert: true } }
  })
  if (writes.length > 0) await db.collection<LateDay>(name).bulkWrite(writes, { session: tx })
}

function groupByKey(lines: readonly Keyed[]): Map<string, PlayLine[]> {
  const groups = new Map<string, PlayLine[]>()
  for (const { key, line } of lines) {
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return groups
}

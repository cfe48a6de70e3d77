import type { Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { dayOfMonth, type FigureDay, type FigureMonth, figureNames, monthOf } from '../projections/figures/figure-rows'
import { addTo, type Measures, measureNames, type PartialMeasures, zero } from '../projections/figures/measures'
import { recordedAt } from '../projections/figures/period'
import { edgesOf, gameKeyOf, type PlayLine } from '../projections/figures/play-lines'
import { canonical, type Difference, fingerprint } from './checker'

type Kind = 'months' | 'games' | 'days'
type Where = { db: Db; prefix: string; at?: Snapshot | undefined }
type Stored = Pick<FigureMonth, '_id'> & Partial<FigureMonth> & Partial<FigureDay>

const idBatchSize = 1_000
/** Larger collections are not scanned for surplus documents. */
const documentScanMax = 50_000
const wrongFigures = 'The figures differ from the sum of their events.'

const collectionNameOf = (kind: Kind, prefix: string) => figureNames(prefix)[kind]
const displayNameOf = (kind: Kind) => collectionNameOf(kind, '')

/** Compares the documents of a day with the expected sums. For kind `days` keys end in `|hour`. */
export async function compareDocuments(
  { db, prefix, at, day }: Where & { day: string },
  kind: Kind,
  sums: Sums,
): Promise<Difference[]> {
  const expected = toDocuments(kind, day, sums)
  const ids = [...expected.keys()]
  const found: Difference[] = []
  for (let from = 0; from < ids.length; from += idBatchSize) {
    const some = ids.slice(from, from + idBatchSize)
    const rows = await db
      .collection<Stored>(collectionNameOf(kind, prefix))
      .find({ _id: { $in: some } }, at)
      .toArray()
    const byId = new Map(rows.map(row => [row._id, row]))
    for (const id of some) {
      const parts = partsOf(kind, byId.get(id))
      const isRight = [...(expected.get(id) ?? [])].every(([part, measures]) => isEqual(parts[part], measures))
      if (!isRight) found.push({ _id: `${displayNameOf(kind)}/${id}`, what: wrongFigures })
    }
  }
  return found
}

function toDocuments(kind: Kind, day: string, sums: Sums): Map<string, Map<string, PartialMeasures>> {
  const documents = new Map<string, Map<string, PartialMeasures>>()
  for (const [key, measures] of sums) {
    const border = key.lastIndexOf('|')
    const [id, part] =
      kind === 'days'
        ? [`${key.slice(0, border)}|${day}`, key.slice(border + 1)]
        : [`${key}|${monthOf(day)}`, dayOfMonth(day)]
    const parts = documents.get(id) ?? new Map<string, PartialMeasures>()
    documents.set(id, parts)
    parts.set(part, measures)
  }
  return documents
}

const partsOf = (kind: Kind, row: Stored | undefined): Record<string, PartialMeasures> =>
  (kind === 'days' ? row?.hours : row?.days) ?? {}

/**
 * Figures without events, and months that differ from the sum of their days.
 * @param expected figures of a day; undefined for a day that was compared before
 */
export async function findSurplus(
  { db, prefix, at }: Where,
  expected: (day: string) => DayTally | undefined,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const kind of ['months', 'games', 'days'] as const) {
    const rows = db.collection<Stored>(collectionNameOf(kind, prefix))
    if ((await rows.estimatedDocumentCount()) > documentScanMax) continue
    for await (const row of rows.find({}, at)) {
      const isRight = Object.entries(partsOf(kind, row)).every(([part, measures]) =>
        isExpected(kind, row._id, part, measures, expected),
      )
      if (!isRight || !hasCorrectSum(row)) found.push({ _id: `${displayNameOf(kind)}/${row._id}`, what: wrongFigures })
    }
  }
  return found
}

function isExpected(
  kind: Kind,
  id: string,
  part: string,
  measures: PartialMeasures,
  expected: (day: string) => DayTally | undefined,
): boolean {
  const border = id.lastIndexOf('|')
  const key = id.slice(0, border)
  const own = expected(kind === 'days' ? id.slice(border + 1) : `${id.slice(border + 1)}-${part}`)
  if (!own) return true
  if (kind === 'days') return isEqual(measures, own.hours.get(`${key}|${part}`))
  const [inTime, late] = kind === 'months' ? [own.edges, own.lateEdges] : [own.games, own.lateGames]
  const sum = zero()
  addTo(sum, inTime.get(key) ?? {})
  addTo(sum, late.get(key) ?? {})
  return isEqual(measures, sum)
}

function hasCorrectSum({ sum, days }: Stored): boolean {
  if (!days) return true
  const added = zero()
  for (const measures of Object.values(days)) addTo(added, measures)
  return isEqual(sum, added)
}

type Sums = Map<string, Measures>
/** Number of lines, and the sum of their fingerprints. */
export type Lines = { count: number; print: bigint }

/** Expected figures of a business day, recorded in time and late. */
export type DayTally = {
  /** By edge, and by `edge|game`. */
  edges: Sums
  games: Sums
  /** By `edge|hour`, and by `edge|game|hour`. */
  hours: Sums
  lateEdges: Sums
  lateGames: Sums
  /** By hour. */
  lines: Map<string, Lines>
}

export const emptyTally = (): DayTally => ({
  edges: new Map(),
  games: new Map(),
  hours: new Map(),
  lateEdges: new Map(),
  lateGames: new Map(),
  lines: new Map(),
})

export const sizeOf = ({ edges, games, hours }: DayTally) => edges.size + games.size + hours.size

export function tally(day: DayTally, line: PlayLine, zone: string): void {
  const { hour, isLate } = recordedAt(line.at, line.day, zone)
  const [edgeSums, gameSums] = isLate ? [day.lateEdges, day.lateGames] : [day.edges, day.games]
  const edges = edgesOf(line.chain)
  edges.forEach((edge, index) => {
    addSum(edgeSums, edge, line.measures)
    const isPlayer = index === edges.length - 1
    const gameKey = gameKeyOf(edge, line.gameId)
    if (!isPlayer) addSum(gameSums, gameKey, line.measures)
    if (isLate) return
    addSum(day.hours, `${edge}|${hour}`, line.measures)
    if (!isPlayer) addSum(day.hours, `${gameKey}|${hour}`, line.measures)
  })
  if (!isLate) day.lines.set(hour, addLine(day.lines.get(hour) ?? { count: 0, print: 0n }, line))
}

export const addLine = ({ count, print }: Lines, line: PlayLine): Lines => ({
  count: count + 1,
  print: print + fingerprint(lineText(line)),
})

function addSum(sums: Sums, key: string, measures: PartialMeasures): void {
  const sum = sums.get(key) ?? zero()
  sums.set(key, sum)
  addTo(sum, measures)
}

export function mergeSums(a: Sums, b: Sums): Sums {
  if (b.size === 0) return a
  const both: Sums = new Map([...a].map(([key, sum]) => [key, { ...sum }]))
  for (const [key, measures] of b) addSum(both, key, measures)
  return both
}

const isEqual = (a: PartialMeasures = {}, b: PartialMeasures = {}) =>
  measureNames.every(name => BigInt(a[name] ?? 0n) === BigInt(b[name] ?? 0n))

export const areEqual = (a: Record<string, PartialMeasures>, b: Record<string, PartialMeasures>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(edge => isEqual(a[edge], b[edge]))

function lineText({ at, day, adminId, gameId, chain, measures }: PlayLine): string {
  const values = measureNames.map(name => BigInt(measures[name] ?? 0n))
  return canonical([at.getTime(), day, adminId, gameId, chain, values])
}

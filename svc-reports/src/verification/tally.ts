import { addTo, type Measures, measureNames, type PartialMeasures, zero } from '../projections/figures/measures'
import { recordedAt } from '../projections/figures/period'
import { edgesOf, gameKeyOf, type PlayLine } from '../projections/figures/play-lines'

export type Sums = Map<string, Measures>
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

export const isEqual = (a: PartialMeasures = {}, b: PartialMeasures = {}) =>
  measureNames.every(name => BigInt(a[name] ?? 0n) === BigInt(b[name] ?? 0n))

export const areEqual = (a: Record<string, PartialMeasures>, b: Record<string, PartialMeasures>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(edge => isEqual(a[edge], b[edge]))

function lineText({ at, day, adminId, gameId, chain, measures }: PlayLine): string {
  const values = measureNames.map(name => BigInt(measures[name] ?? 0n))
  return canonical([at.getTime(), day, adminId, gameId, chain, values])
}

const modulus = 2n ** 61n - 1n

/** Position-dependent hash of a text. Adding up several is independent of their order. */
function fingerprint(text: string): bigint {
  let hash = 1_469_598_103n
  for (let index = 0; index < text.length; index++) {
    hash = (hash * 1_099_511_628_211n + BigInt(text.charCodeAt(index))) % modulus
  }
  return hash
}

/** Equal text for equal values: sorted fields, dates and integers as text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

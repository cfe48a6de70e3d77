import { toldAt } from '../figures/business-hour'
import { addTo, type Measures, measureNames, type SomeMeasures, zero } from '../figures/measures'
import { edgesOf, gameKeyOf, type PlayLine } from '../figures/play-lines'
import { canonical, fingerprint } from './checker'

export type Sums = Map<string, Measures>
/** How many lines, and the sum of their fingerprints. */
export type Lines = { count: number; print: bigint }

/** What one business day must hold, told in time and told late. */
export type DayTally = {
  /** By step, and by `step|game`. */
  steps: Sums
  games: Sums
  /** By `step|hour`, and by `step|game|hour`. */
  hours: Sums
  lateSteps: Sums
  lateGames: Sums
  /** By hour. */
  lines: Map<string, Lines>
  lateLines: Lines
}

export const emptyTally = (): DayTally => ({
  ...{ steps: new Map(), games: new Map(), hours: new Map(), lateSteps: new Map(), lateGames: new Map() },
  ...{ lines: new Map(), lateLines: { count: 0, print: 0n } },
})

export const sizeOf = ({ steps, games, hours }: DayTally) => steps.size + games.size + hours.size

export function tally(day: DayTally, line: PlayLine, zone: string): void {
  const { hour, isLate } = toldAt(line.at, line.day, zone)
  const [steps, games] = isLate ? [day.lateSteps, day.lateGames] : [day.steps, day.games]
  const edges = edgesOf(line.chain)
  edges.forEach((edge, index) => {
    addSum(steps, edge, line.measures)
    const isPlayer = index === edges.length - 1
    const gameKey = gameKeyOf(edge, line.gameId)
    if (!isPlayer) addSum(games, gameKey, line.measures)
    if (isLate) return
    addSum(day.hours, `${edge}|${hour}`, line.measures)
    if (!isPlayer) addSum(day.hours, `${gameKey}|${hour}`, line.measures)
  })
  if (isLate) day.lateLines = withLine(day.lateLines, line)
  else day.lines.set(hour, withLine(day.lines.get(hour) ?? { count: 0, print: 0n }, line))
}

export const withLine = ({ count, print }: Lines, line: PlayLine): Lines => ({
  count: count + 1,
  print: print + fingerprint(textOf(line)),
})

function addSum(sums: Sums, key: string, measures: SomeMeasures): void {
  const sum = sums.get(key) ?? zero()
  sums.set(key, sum)
  addTo(sum, measures)
}

/** The sums of two, key by key. */
export function merged(a: Sums, b: Sums): Sums {
  if (b.size === 0) return a
  const both: Sums = new Map([...a].map(([key, sum]) => [key, { ...sum }]))
  for (const [key, measures] of b) addSum(both, key, measures)
  return both
}

export const isEqual = (a: SomeMeasures = {}, b: SomeMeasures = {}) =>
  measureNames.every(name => BigInt(a[name] ?? 0n) === BigInt(b[name] ?? 0n))

function textOf({ at, day, adminId, gameId, chain, measures }: PlayLine): string {
  const values = measureNames.map(name => BigInt(measures[name] ?? 0n))
  return canonical([at.getTime(), day, adminId, gameId, chain, values])
}

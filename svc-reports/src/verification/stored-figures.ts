import type { Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { type Edge, endOfIds, figureNames, type JournalRow, type MomentRow } from '../projections/figures/figure-rows'
import { toMomentRows } from '../projections/figures/update-figures'
import type { Difference } from './checker'
import {
  addLine,
  areEqual,
  compareDocuments,
  type DayTally,
  emptyTally,
  type Lines,
  mergeSums,
  tally,
} from './compare-figures'

const edgesPerRead = 1_000
const noLines: Lines = { count: 0, print: 0n }

/** Comparisons of the stored figures of a day with expected ones. */
export function createStoredFigures(db: Db, prefix: string, zone: string) {
  const names = figureNames(prefix)

  const findRows = <R extends { _id: string } = JournalRow>(name: string, start: string, at?: Snapshot) =>
    db.collection<{ _id: string }>(name).find<R>({ _id: { $gte: start, $lt: endOfIds(start) } }, at)

  /** Figures of the late lines of a day, as stored. */
  async function readLate(day: string, at?: Snapshot): Promise<Pick<DayTally, 'lateEdges' | 'lateGames'>> {
    const own = emptyTally()
    for await (const { lines } of findRows(names.late, `${day}|`, at)) for (const line of lines) tally(own, line, zone)
    return { lateEdges: own.lateEdges, lateGames: own.lateGames }
  }

  async function compareDay(day: string, own: DayTally, at?: Snapshot): Promise<Difference[]> {
    const documents = { db, prefix, day, at }
    const found = [
      ...(await compareDocuments(documents, 'months', mergeSums(own.edges, own.lateEdges))),
      ...(await compareDocuments(documents, 'games', mergeSums(own.games, own.lateGames))),
      ...(await compareDocuments(documents, 'days', own.hours)),
    ]
    for (const [hour, lines] of own.lines) {
      found.push(...(await compareLines(names.journal, `${day}T${hour}`, lines, at)))
      found.push(...(await compareMoments(`${day}T${hour}`, at)))
    }
    return found
  }

  async function compareLines(name: string, key: string, expected: Lines, at?: Snapshot): Promise<Difference[]> {
    let stored = noLines
    for await (const { lines } of findRows(name, `${key}|`, at))
      for (const line of lines) stored = addLine(stored, line)
    if (stored.count === expected.count && stored.print === expected.print) return []
    const what = `There are ${stored.count} lines instead of ${expected.count}, or different ones.`
    return [{ _id: `${name.slice(prefix.length)}/${key}`, what }]
  }

  /** Compares the sums by instant with the lines, which are compared separately. */
  async function compareMoments(hour: string, at?: Snapshot): Promise<Difference[]> {
    const expected = new Map<string, MomentRow['sums']>()
    for await (const row of findRows(names.journal, `${hour}|`, at)) {
      for (const { _id, sums } of toMomentRows(row)) expected.set(_id, sums)
    }
    let isRight = true
    for await (const { _id, sums } of findRows<MomentRow>(names.moments, `${hour}|`, at)) {
      isRight &&= areEqual(sums, expected.get(_id) ?? {})
      expected.delete(_id)
    }
    if (isRight && expected.size === 0) return []
    return [{ _id: `play_moments/${hour}`, what: 'The sums by instant differ from the lines.' }]
  }

  return {
    readLate,
    compareDay,
    compareLateLines: (day: string, lines: Lines, at: Snapshot) => compareLines(names.late, day, lines, at),

    /** The figures of a verified day from its stored lines, which are compared with `lines` of its events. */
    async tallyDay(day: string, lines: ReadonlyMap<string, Lines>, at: Snapshot): Promise<DayTally> {
      const own = emptyTally()
      for await (const row of findRows(names.journal, `${day}T`, at))
        for (const line of row.lines) tally(own, line, zone)
      const hours = [...own.lines.keys()].map((hour): [string, Lines] => [hour, noLines])
      return { ...own, ...(await readLate(day, at)), lines: new Map([...hours, ...lines]) }
    },

    async compareEdges(edges: ReadonlySet<string>, at: Snapshot): Promise<Difference[]> {
      const ids = [...edges]
      const found: Difference[] = []
      for (let from = 0; from < ids.length; from += edgesPerRead) {
        const some = ids.slice(from, from + edgesPerRead)
        const options = { ...at, projection: { _id: 1 }, batchSize: edgesPerRead }
        const rows = await db
          .collection<Edge>(names.edges)
          .find({ _id: { $in: some } }, options)
          .toArray()
        const stored = new Set(rows.map(({ _id }) => _id))
        for (const edge of some.filter(each => !stored.has(each)))
          found.push({ _id: `edges/${edge}`, what: 'The edge of the account tree is missing.' })
      }
      return found
    },
  }
}

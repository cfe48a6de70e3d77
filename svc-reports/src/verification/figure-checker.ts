import type { AnyEvent } from '@cascade/contracts'
import { addDays, businessDay, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { type Remainders, roundCommissions } from '../projections/figures/commissions'
import { type Edge, endOfIds, figureNames, type JournalRow, type MomentRow } from '../projections/figures/figure-rows'
import { parsePlayEvents, toPlayLines } from '../projections/figures/figures-projection'
import { toMomentRows } from '../projections/figures/update-figures'
import type { Checker, Difference } from './checker'
import {
  addLine,
  areEqual,
  compareDocuments,
  type DayTally,
  emptyTally,
  findSurplus,
  type Lines,
  mergeSums,
  sizeOf,
  tally,
} from './compare-figures'

/** Sums in memory; above this, completed days are compared and dropped. */
const sumsHeldMax = 300_000

/** Compares every figure with the sum of its lines, and the lines with the events. */
export function createFigureChecker(db: Db, prefix: string, zone: string): Checker {
  const names = figureNames(prefix)
  const days = new Map<string, DayTally>()
  const late = new Map<string, Lines>()
  const closed = new Set<string>()
  const edges = new Set<string>()
  const remainders: Remainders = new Map()
  let newest = ''

  async function take(events: readonly AnyEvent[]): Promise<Difference[]> {
    const unrounded = toPlayLines(parsePlayEvents(events))
    for (const line of roundCommissions(unrounded, remainders)) {
      const day = days.get(line.day) ?? emptyTally()
      days.set(line.day, day)
      tally(day, line, zone)
      const recordedDay = businessDay(line.at, zone)
      if (recordedDay > newest) newest = recordedDay
    }
    const sumCount = [...days.values()].reduce((sum, day) => sum + sizeOf(day), 0)
    return sumCount < sumsHeldMax ? [] : closeDays()
  }

  /** Events are ordered by time: two days later, a day receives only late lines. */
  async function closeDays(): Promise<Difference[]> {
    const found: Difference[] = []
    for (const [day, own] of [...days].filter(([each]) => each < addDays(newest, -1))) {
      const stored = await readLate(day)
      found.push(...(await compareDay(day, { ...own, ...stored })))
      late.set(day, own.lateLines)
      closed.add(day)
      days.delete(day)
    }
    return found
  }

  async function readLate(day: string): Promise<Pick<DayTally, 'lateEdges' | 'lateGames'>> {
    const own = emptyTally()
    for await (const { lines } of findRows(names.late, day)) for (const line of lines) tally(own, line, zone)
    return own
  }

  const findRows = <R extends { _id: string } = JournalRow>(name: string, key: string, tx?: Tx) =>
    db
      .collection<{ _id: string }>(name)
      .find<R>({ _id: { $gte: `${key}|`, $lt: endOfIds(`${key}|`) } }, tx ? { session: tx } : {})

  async function compareDay(day: string, own: DayTally, tx?: Tx): Promise<Difference[]> {
    for (const edge of [...own.edges.keys(), ...own.lateEdges.keys()]) edges.add(edge)
    const documents = { db, prefix, day, tx }
    const found = [
      ...(await compareDocuments(documents, 'months', mergeSums(own.edges, own.lateEdges))),
      ...(await compareDocuments(documents, 'games', mergeSums(own.games, own.lateGames))),
      ...(await compareDocuments(documents, 'days', own.hours)),
    ]
    for (const [hour, lines] of own.lines) {
      found.push(...(await compareLines(names.journal, `${day}T${hour}`, lines, tx)))
      found.push(...(await compareMoments(`${day}T${hour}`, tx)))
    }
    return found
  }

  async function compareLines(name: string, key: string, expected: Lines, tx?: Tx): Promise<Difference[]> {
    let stored: Lines = { count: 0, print: 0n }
    for await (const { lines } of findRows(name, key, tx)) for (const line of lines) stored = addLine(stored, line)
    if (stored.count === expected.count && stored.print === expected.print) return []
    const what = `There are ${stored.count} lines instead of ${expected.count}, or different ones.`
    return [{ _id: `${name.slice(prefix.length)}/${key}`, what }]
  }

  /** Compares the sums by instant with the lines, which are compared separately. */
  async function compareMoments(hour: string, tx?: Tx): Promise<Difference[]> {
    const expected = new Map<string, MomentRow['sums']>()
    for await (const row of findRows<JournalRow>(names.journal, hour, tx)) {
      for (const { _id, sums } of toMomentRows(row)) expected.set(_id, sums)
    }
    let isRight = true
    for await (const { _id, sums } of findRows<MomentRow>(names.moments, hour, tx)) {
      isRight &&= areEqual(sums, expected.get(_id) ?? {})
      expected.delete(_id)
    }
    if (isRight && expected.size === 0) return []
    return [{ _id: `play_moments/${hour}`, what: 'The sums by instant differ from the lines.' }]
  }

  async function finish(tx: Tx): Promise<Difference[]> {
    const found: Difference[] = []
    for (const [day, own] of days) {
      found.push(...(await compareDay(day, own, tx)))
      late.set(day, own.lateLines)
    }
    for (const [day, lines] of late) {
      if (lines.count > 0) found.push(...(await compareLines(names.late, day, lines, tx)))
    }
    const expected = (day: string) => days.get(day) ?? (closed.has(day) ? undefined : emptyTally())
    found.push(...(await findSurplus({ db, prefix, tx }, expected)), ...(await compareEdges(tx)))
    return found
  }

  async function compareEdges(tx: Tx): Promise<Difference[]> {
    const stored = await db.collection<Edge>(names.edges).find({}, { session: tx }).toArray()
    const storedIds = new Set(stored.map(({ _id }) => _id))
    const missing = [...edges].filter(edge => !storedIds.has(edge))
    return missing.map(edge => ({ _id: `edges/${edge}`, what: 'The edge of the account tree is missing.' }))
  }

  return { producer: 'live', needsSnapshot: true, take, finish }
}

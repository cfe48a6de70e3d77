import type { Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import {
  dayOfMonth,
  type Edge,
  endOfIds,
  type FigureDay,
  type FigureMonth,
  figureNames,
  type JournalRow,
  type MomentRow,
  monthOf,
} from '../projections/figures/figure-rows'
import { addTo, type PartialMeasures, zero } from '../projections/figures/measures'
import { toMomentRows } from '../projections/figures/update-figures'
import type { Finding } from './checkpoints'
import { addLine, areEqual, type DayTally, emptyTally, isEqual, type Lines, mergeSums, type Sums, tally } from './tally'

type Kind = 'months' | 'games' | 'days'
type Where = { db: Db; prefix: string; at?: Snapshot | undefined }
type Stored = Pick<FigureMonth, '_id'> & Partial<FigureMonth> & Partial<FigureDay>

const idBatchSize = 1_000
/** Larger collections are not scanned for surplus documents. */
const documentScanMax = 50_000
const wrongFigures = 'The figures differ from the sum of their events.'

const collectionNameOf = (kind: Kind, prefix: string) => figureNames(prefix)[kind]
const displayNameOf = (kind: Kind) => collectionNameOf(kind, '')
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

  async function compareDay(day: string, own: DayTally, at?: Snapshot): Promise<Finding[]> {
    const documents = { db, prefix, day, at }
    const findings = [
      ...(await compareDocuments(documents, 'months', mergeSums(own.edges, own.lateEdges))),
      ...(await compareDocuments(documents, 'games', mergeSums(own.games, own.lateGames))),
      ...(await compareDocuments(documents, 'days', own.hours)),
    ]
    for (const [hour, lines] of own.lines) {
      findings.push(...(await compareLines(names.journal, `${day}T${hour}`, lines, at)))
      findings.push(...(await compareMoments(`${day}T${hour}`, at)))
    }
    return findings
  }

  async function compareLines(name: string, key: string, expected: Lines, at?: Snapshot): Promise<Finding[]> {
    let stored = noLines
    for await (const { lines } of findRows(name, `${key}|`, at))
      for (const line of lines) stored = addLine(stored, line)
    if (stored.count === expected.count && stored.print === expected.print) return []
    const what = `There are ${stored.count} lines instead of ${expected.count}, or different ones.`
    return [{ _id: `${name.slice(prefix.length)}/${key}`, what }]
  }

  /** Compares the sums by instant with the lines, which are compared separately. */
  async function compareMoments(hour: string, at?: Snapshot): Promise<Finding[]> {
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

    async compareEdges(edges: ReadonlySet<string>, at: Snapshot): Promise<Finding[]> {
      const ids = [...edges]
      const findings: Finding[] = []
      for (let from = 0; from < ids.length; from += edgesPerRead) {
        const some = ids.slice(from, from + edgesPerRead)
        const options = { ...at, projection: { _id: 1 }, batchSize: edgesPerRead }
        const rows = await db
          .collection<Edge>(names.edges)
          .find({ _id: { $in: some } }, options)
          .toArray()
        const stored = new Set(rows.map(({ _id }) => _id))
        for (const edge of some.filter(each => !stored.has(each)))
          findings.push({ _id: `edges/${edge}`, what: 'The edge of the account tree is missing.' })
      }
      return findings
    },
  }
}

/** Compares the documents of a day with the expected sums. For kind `days` keys end in `|hour`. */
async function compareDocuments(
  { db, prefix, at, day }: Where & { day: string },
  kind: Kind,
  sums: Sums,
): Promise<Finding[]> {
  const expected = toDocuments(kind, day, sums)
  const ids = [...expected.keys()]
  const findings: Finding[] = []
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
      if (!isRight) findings.push({ _id: `${displayNameOf(kind)}/${id}`, what: wrongFigures })
    }
  }
  return findings
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
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const kind of ['months', 'games', 'days'] as const) {
    const rows = db.collection<Stored>(collectionNameOf(kind, prefix))
    if ((await rows.estimatedDocumentCount()) > documentScanMax) continue
    for await (const row of rows.find({}, at)) {
      const isRight = Object.entries(partsOf(kind, row)).every(([part, measures]) =>
        isExpected(kind, row._id, part, measures, expected),
      )
      if (!isRight || !hasCorrectSum(row))
        findings.push({ _id: `${displayNameOf(kind)}/${row._id}`, what: wrongFigures })
    }
  }
  return findings
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

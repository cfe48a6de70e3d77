import { createHash } from 'node:crypto'
import { childRoleOf, type Role, type TreeRole } from '@cascade/contracts'
import type { PeriodRow } from '@cascade/contracts/reports'
import { addDays, inSnapshot, notFound, type Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { ReportsDeps } from '../deps'
import { childShare } from '../projections/figures/child-share'
import {
  type CorrectionReason,
  type CorrectionRow,
  correctionNames,
  reasonIdOf,
} from '../projections/figures/corrections-projection'
import { nodeOf } from '../projections/figures/edges'
import { type Edge, endOfIds, type FigureMonth, figureNames, type JournalRow } from '../projections/figures/figure-rows'
import { addTo, type Measures, zero } from '../projections/figures/measures'
import { monthsIn } from '../projections/figures/period'
import { edgesOf } from '../projections/figures/play-lines'

export type PeriodRequest = {
  parent: { _id: string; role: Role }
  from: string
  to: string
  position?: number | undefined
  previous?: number | undefined
}
type Period = Pick<PeriodRequest, 'from' | 'to'>

const idBatchSize = 1_000
/** A batch of events has fewer; a stored row has the number of the first one of its batch. */
const eventsPerRowMax = 1_000

/**
 * Figures of the children of an account in a period up to a position of the play feed, from one snapshot. The days of the
 * period must be over: what is recorded later for them is a late line, which knows its position.
 */
export async function readPeriod({ client, db, generations }: ReportsDeps, request: PeriodRequest) {
  const { parent, from, to } = request
  const role = childRoleOf(parent.role)
  if (!role) throw notFound()
  return inSnapshot(client, db, async at => {
    const { prefix, position: applied } = await generations.applied({ producer: 'live' }, at)
    const position = request.position ?? applied
    const source = { db, prefix, at }
    const edges = await db
      .collection<Edge>(figureNames(prefix).edges)
      .find({ parent: nodeOf(parent) }, at)
      .toArray()
    const ids = edges.map(({ _id }) => _id)
    const sums = await readDays(source, ids, { from, to })
    const late = new Map<string, Measures>()
    await visitLate(
      source,
      new Set(ids),
      { from, to, after: request.previous ?? position },
      (edge, day, seq, measures) => {
        if (seq > position) {
          if (day >= from && day <= to) addTo(sumOf(sums, edge), measures, -1n)
        } else if (day < from && request.previous !== undefined && seq > request.previous) {
          addTo(sumOf(late, edge), measures)
        }
      },
    )
    const corrections = await readCorrections(source, { from, to }, position)
    const rows = edges.flatMap(({ _id, child }): PeriodRow[] => {
      const own = corrections.flatMap(({ wins, ...line }) => (wins[_id] ? [{ ...line, win: String(wins[_id]) }] : []))
      const [figures, carried] = [sums.get(_id) ?? zero(), late.get(_id) ?? zero()].map(each => toFigures(each, role))
      if (!figures || !carried || (isZero(figures) && isZero(carried) && own.length === 0)) return []
      return [{ childId: child, ...figures, late: carried, corrections: own }]
    })
    rows.sort((a, b) => (a.childId < b.childId ? -1 : 1))
    return { position, rows, hash: createHash('sha256').update(JSON.stringify(rows)).digest('base64url') }
  })
}

type Source = { db: Db; prefix: string; at: Snapshot }

function sumOf(sums: Map<string, Measures>, edge: string): Measures {
  const sum = sums.get(edge) ?? zero()
  sums.set(edge, sum)
  return sum
}

async function readDays({ db, prefix, at }: Source, edges: readonly string[], period: Period) {
  const sums = new Map<string, Measures>()
  const ids = monthsIn(period).flatMap(({ month }) => edges.map(edge => `${edge}|${month}`))
  for (let from = 0; from < ids.length; from += idBatchSize) {
    const range = { _id: { $in: ids.slice(from, from + idBatchSize) } }
    const rows = db.collection<FigureMonth>(figureNames(prefix).months).find(range, at)
    for await (const { _id, days } of rows) {
      for (const [date, measures] of Object.entries(days)) {
        const day = `${_id.slice(-7)}-${date}`
        if (day >= period.from && day <= period.to) addTo(sumOf(sums, _id.slice(0, -8)), measures)
      }
    }
  }
  return sums
}

type VisitLine = (edge: string, day: string, seq: number, measures: JournalRow['lines'][number]['measures']) => void

/** Lines that were recorded after their day, by events after a position. */
async function visitLate(
  { db, prefix, at }: Source,
  edges: ReadonlySet<string>,
  { from, to, after }: Period & { after: number },
  visit: VisitLine,
) {
  const names = figureNames(prefix)
  const days = await db
    .collection<{ _id: string }>(names.lateDays)
    .find({ _id: { $gte: addDays(from, -lateDaysMax), $lte: to } }, at)
    .toArray()
  for (const { _id: day } of days) {
    const first = `${day}|${String(Math.max(0, after - eventsPerRowMax)).padStart(15, '0')}`
    const range = { _id: { $gte: first, $lt: endOfIds(`${day}|`) } }
    for await (const { lines } of db.collection<JournalRow>(names.late).find(range, at))
      for (const { chain, seq, measures } of lines)
        for (const edge of edgesOf(chain)) if (edges.has(edge)) visit(edge, day, Number(seq), measures)
  }
}

/** A draw is settled within days of its stakes: older days get no more lines. */
const lateDaysMax = 60

async function readCorrections({ db, prefix, at }: Source, { from, to }: Period, position: number) {
  const names = correctionNames(prefix)
  const range = { day: { $gte: from, $lte: to }, stakeDay: { $lt: from }, _id: { $lte: position } }
  const rows = await db.collection<CorrectionRow>(names.corrections).find(range, at).sort({ _id: 1 }).toArray()
  const reasonIds = { _id: { $in: rows.map(reasonIdOf) } }
  const reasons = await db.collection<CorrectionReason>(names.reasons).find(reasonIds, at).toArray()
  const reasonById = new Map(reasons.map(({ _id, reason }) => [_id, reason]))
  return rows.map(row => {
    const { drawId, gameId, day, wins } = row
    return { drawId, gameId, day, reason: reasonById.get(reasonIdOf(row)) ?? '', wins }
  })
}

function toFigures(measures: Measures, role: TreeRole) {
  const { play, win } = measures
  const { commission, net } = childShare(role, measures)
  return { play: String(play), win: String(win), commission: String(commission), net: String(net) }
}

const isZero = (figures: ReturnType<typeof toFigures>) => Object.values(figures).every(value => value === '0')

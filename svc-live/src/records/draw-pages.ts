import { toPoints } from '@cascade/contracts'
import {
  type DrawListQuery,
  type DrawPage,
  type DrawTicketsQuery,
  type FoundDraw,
  type PublicRecord,
  parseDrawId,
  parseDrawNumber,
} from '@cascade/contracts/live'
import { businessDay, type Call, notFound, requirePermission, toPageWindow } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../base-deps'
import { findOffering, listOfferings } from '../catalog/catalog'
import { offeringKey } from '../catalog/offering'
import type { LiveDeps } from '../deps'
import type { DrawRow } from './draw-store'
import { type RecordRow, type RecordSummary, toDrawRow } from './record-store'
import { chunkSize, toVoidFields } from './ticket'

/** Everything about one draw. @throws AppError NOT_FOUND for a missing one or one out of scope */
export async function readDraw(deps: LiveDeps, { ctx, input }: Call<{ drawId: string }>) {
  requirePermission(ctx, 'live.control')
  const parsed = parseDrawId(input.drawId)
  if (!parsed) throw notFound()
  const { admin, game } = await findOffering(deps, ctx.actor, parsed.adminId, parsed.gameId)
  const [row, records, keys, seeds] = await Promise.all([
    deps.draws.find(input.drawId),
    deps.records.findByDraw(input.drawId),
    deps.records.readPublishedKeys(),
    deps.publicChains(),
  ])
  if (!row && records.length === 0) throw notFound()
  const [wins, documents] = [await deps.tickets.sumWins(input.drawId), await deps.records.readDocuments(records)]
  const data: DrawPage = {
    drawId: input.drawId,
    adminId: admin._id,
    adminUsername: admin.username,
    gameId: game.gameId,
    gameName: game.gameName,
    drawAt: new Date(parsed.drawAtMs).toISOString(),
    lockAt: row ? await readLock(deps, row) : undefined,
    state: row?.state ?? 'settled',
    tickets: row?.tickets ?? 0,
    stake: toPoints(row?.stake ?? 0n),
    won: toPoints(wins.won),
    claimed: toPoints(wins.claimed),
    legs: Object.entries(row?.stakes ?? {})
      .sort(([, a], [, b]) => (a < b ? 1 : -1))
      .map(([leg, stake]) => ({ ...parseLeg(leg), stake: toPoints(stake) })),
    documents,
    previous: await readPreviousRecord(deps, records[0]),
    keys,
    seeds,
  }
  return { data }
}

type Lockable = Pick<DrawRow, '_id' | 'gameVersion' | 'closedSeq'>

/** When betting on a draw closes; undefined once it has. */
export async function readLock(
  { catalog, clock }: Pick<BaseDeps, 'catalog' | 'clock'>,
  { _id, gameVersion, closedSeq }: Lockable,
): Promise<string | undefined> {
  const { gameId, drawAtMs } = parseDrawId(_id) ?? { gameId: '', drawAtMs: 0 }
  if (closedSeq !== null || drawAtMs <= clock.now()) return undefined
  const { description } = await catalog.rules(gameId, gameVersion)
  const lockAtMs = drawAtMs - description.draw.lockSeconds * 1000
  return lockAtMs > clock.now() ? new Date(lockAtMs).toISOString() : undefined
}

type RecordOfTicket = { drawId: string; ticketId?: string | undefined }

/**
 * The record for holders of a ticket of the draw, without balance, percentage and names. The ticket is checked first,
 * so strangers cannot probe for draws.
 * @throws AppError NOT_FOUND without a ticket of the draw, and before it is drawn
 */
export async function readRecord(deps: LiveDeps, { drawId, ticketId }: RecordOfTicket) {
  if (ticketId === undefined || !(await deps.tickets.isOfDraw(ticketId, drawId))) throw notFound()
  const [{ documents, keys }, seeds] = await Promise.all([deps.records.readPublicRecord(drawId), deps.publicChains()])
  if (documents.length === 0) throw notFound()
  const data: z.output<typeof PublicRecord> = { documents, keys, seeds }
  return { data }
}

export function parseLeg(leg: string): { type: string; drawno: string } {
  const divider = leg.indexOf(':')
  return { type: leg.slice(0, divider), drawno: leg.slice(divider + 1) }
}

async function readPreviousRecord(deps: LiveDeps, first: RecordRow | undefined) {
  if (!first || first.sequence === 1) return null
  const [before] = await deps.records.findInChain(first.sealed.record, first.sequence - 1, first.sequence - 1)
  return before?.sealed ?? null
}

export async function listDraws(deps: LiveDeps, { ctx, input }: Call<z.output<typeof DrawListQuery>>) {
  requirePermission(ctx, 'live.control')
  await findOffering(deps, ctx.actor, input.adminId, input.gameId)
  const day = input.day ?? businessDay(new Date(deps.clock.now()), deps.zone)
  const number = input.q === undefined || input.q === '' ? undefined : (parseDrawNumber(input.q) ?? 0)
  const records = deps.records
  const draws = versionsByDraw(
    await (number === undefined ? records.findByDay(input, day) : records.findByNumber([input], number)),
  )
  if (input.order === 'asc') draws.reverse()
  const { from, count } = toPageWindow(input, { plain: draws.length })
  const page = draws.slice(from, from + count)
  const rows = new Map(
    (await deps.draws.readStates(page.map(({ newest }) => newest.drawId))).map(row => [row._id, row.state]),
  )
  const data = page.map(({ number, newest }) =>
    toDrawRow(newest, { number, state: rows.get(newest.drawId) ?? 'settled' }),
  )
  return { data, total: draws.length }
}

const foundDrawsMax = 20

export async function findDraws(deps: LiveDeps, { ctx, input }: Call<{ q: string }>) {
  requirePermission(ctx, 'live.control')
  const number = parseDrawNumber(input.q)
  if (number === undefined) return { data: [] }
  const offerings = new Map(
    (await listOfferings(deps, ctx.actor)).map(offering => [
      offeringKey({ adminId: offering.admin._id, gameId: offering.game.gameId }),
      offering,
    ]),
  )
  const parsed = [...offerings.values()].map(({ admin, game }) => ({ adminId: admin._id, gameId: game.gameId }))
  const draws = versionsByDraw(await deps.records.findByNumber(parsed, number))
  draws.sort((a, b) => b.newest.drawAt.getTime() - a.newest.drawAt.getTime())
  const data = draws.slice(0, foundDrawsMax).flatMap(({ number, newest }): FoundDraw[] => {
    const { drawId, drawAt, result, booster, ...row } = toDrawRow(newest, { number, state: 'settled' })
    const offering = offerings.get(offeringKey(row))
    if (!offering) return []
    const { game, admin } = offering
    return [{ drawId, number, drawAt, result, booster, gameName: game.gameName, adminUsername: admin.username }]
  })
  return { data }
}

type Versions = { number: number; newest: RecordSummary }

function versionsByDraw(records: readonly RecordSummary[]): Versions[] {
  const draws = new Map<string, Versions>()
  for (const record of records) {
    const { number, newest } = draws.get(record.drawId) ?? { number: record.sequence, newest: record }
    draws.set(record.drawId, {
      number: Math.min(number, record.sequence),
      newest: newest.sequence < record.sequence ? record : newest,
    })
  }
  return [...draws.values()]
}

type Input = { drawId: string; query: z.output<typeof DrawTicketsQuery> }

/** A page of a draw's tickets in booking order; by default the first chunk. */
export async function listDrawTickets(deps: LiveDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'live.control')
  const parsed = parseDrawId(input.drawId)
  if (!parsed) throw notFound()
  await findOffering(deps, ctx.actor, parsed.adminId, parsed.gameId)
  const { from, count } = toPageWindow(input.query, { plain: chunkSize })
  const [first, last] = [Math.floor(from / chunkSize), Math.floor((from + count - 1) / chunkSize)]
  const [row, ...chunks] = await Promise.all([
    deps.draws.find(input.drawId),
    deps.tickets.readChunk(input.drawId, first),
    ...(last > first ? [deps.tickets.readChunk(input.drawId, last)] : []),
  ])
  const found = chunks.flat().filter(({ place }) => place >= from && place < from + count)
  const data = found.map(({ _id, playerId, username, at, stake, win, lines, ...ticket }) => ({
    ticketId: _id,
    playerId,
    username,
    at: at.toISOString(),
    stake: toPoints(stake),
    win: toPoints(win),
    lines: lines.map(({ leg, quantity }) => ({ ...parseLeg(leg), quantity })),
    ...toVoidFields(ticket),
  }))
  return { data, total: row?.tickets ?? 0 }
}

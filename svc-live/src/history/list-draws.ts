import type { DrawListQuery } from '@cascade/contracts/live'
import { type Ask, businessDay, requirePermission } from '@cascade/service-kit'
import type { z } from 'zod'
import type { LiveDeps } from '../deps'
import { findKnownPair } from '../live/live-pairs'
import type { RecordSummary } from '../records/record-store'
import { drawRowOf } from './draw-rows'

const defaultSize = 10

/** Finished draws of a game on one day, newest first, each with its newest result. */
export async function listDraws(deps: LiveDeps, { ctx, input }: Ask<z.output<typeof DrawListQuery>>) {
  requirePermission(ctx, 'live.control')
  await findKnownPair(deps, ctx.actor, input.adminId, input.gameId)
  const day = input.day ?? businessDay(new Date(deps.clock.now()), deps.zone)
  const draws = newestVersions(await deps.records.ofDay(input, day))
  if (input.order === 'asc') draws.reverse()
  const isWhole = input.page === undefined && input.size === undefined
  const size = input.size ?? defaultSize
  const from = isWhole ? 0 : ((input.page ?? 1) - 1) * size
  const page = isWhole ? draws : draws.slice(from, from + size)
  const rows = new Map((await deps.draws.states(page.map(({ drawId }) => drawId))).map(row => [row._id, row.state]))
  return { data: page.map(draw => drawRowOf(draw, rows.get(draw.drawId) ?? 'settled')), total: draws.length }
}

function newestVersions(records: readonly RecordSummary[]): RecordSummary[] {
  const newest = new Map<string, RecordSummary>()
  for (const record of records) {
    const known = newest.get(record.drawId)
    const isNewer = !known || known.sealed.record.resultVersion < record.sealed.record.resultVersion
    if (isNewer) newest.set(record.drawId, record)
  }
  return [...newest.values()]
}

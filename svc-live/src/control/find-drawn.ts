import { liveTexts } from '@cascade/contracts/live'
import type { Game } from '@cascade/draw-rules'
import { type Actor, conflict, notFound } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { parseDrawId } from '../draws/draw-id'
import { findKnownPair, type LivePair } from '../live/live-pairs'
import type { RecordRow } from '../records/record-store'

export type Drawn = { pair: LivePair; records: readonly RecordRow[]; newest: RecordRow; rules: Game }

/**
 * A draw of the actor's scope that has a result.
 * @throws AppError NOT_FOUND, CONFLICT when it is not drawn yet
 */
export async function findDrawn(deps: LiveDeps, actor: Actor, drawId: string): Promise<Drawn> {
  const named = parseDrawId(drawId)
  if (!named) throw notFound()
  const pair = await findKnownPair(deps, actor, named.adminId, named.gameId)
  const records = await deps.records.ofDraw(drawId)
  const newest = records.at(-1)
  if (!newest) throw conflict(liveTexts.notDrawn)
  const rules = await deps.catalogue.rules(named.gameId, newest.sealed.record.gameVersion)
  return { pair, records, newest, rules }
}

/** @throws AppError CONFLICT while the wins of the last version are still being paid */
export async function requireSettled(deps: LiveDeps, drawId: string): Promise<void> {
  const jobs = await deps.jobs.ofDraw(drawId)
  if (jobs.some(({ state }) => state === 'open')) throw conflict(liveTexts.notSettled)
}

import {
  type AddResult,
  drawIdOf,
  liveTexts,
  type PendingResult,
  parseDrawId,
  type WithdrawResult,
} from '@cascade/contracts/live'
import { picksOf } from '@cascade/draw-rules'
import { auditChanges, authorOf, type Call, conflict, requirePermission, type Tx } from '@cascade/service-kit'
import { findActiveOffering, type LiveOffering } from '../catalog/catalog'
import { parseOutcome } from '../catalog/parse-outcome'
import type { DrawTimes } from '../catalog/schedule'
import type { LiveDeps } from '../deps'
import type { SavedResult } from '../records/chain-store'

/**
 * Chooses the result of the draw that the request names, otherwise of the open draw or, once that is locked, of the next
 * one. A later choice for the same draw replaces it. A repeated key never chooses for a later draw.
 * @throws AppError CONFLICT for a named draw that is locked, or neither the open nor the next one
 */
export async function addResult(deps: LiveDeps, { ctx, input }: Call<AddResult>) {
  requirePermission(ctx, 'live.control')
  const offering = await findActiveOffering(deps, ctx.actor, input.adminId, input.gameId)
  const saving = await deps.resultKeys.once(ctx, input, keep =>
    deps.transaction(async tx => {
      const saved = await saveManualResult(deps, { ctx, input, offering }, tx)
      await keep({ saved }, tx)
      return saved
    }),
  )
  if ('before' in saving) {
    ctx.setHeader('Idempotent-Replayed', 'true')
    return { message: liveTexts.resultAdded, data: saving.before.saved }
  }
  const { replaced, pending } = saving.done
  auditChanges(ctx, [{ field: 'result', before: replaced?.result ?? null, after: pending.result }])
  await deps.leader.notifyChange(input.adminId, input.gameId)
  return { message: liveTexts.resultAdded, data: saving.done }
}

type SaveInput = Call<AddResult> & { offering: LiveOffering }

async function saveManualResult(
  deps: LiveDeps,
  { ctx, input, offering }: SaveInput,
  tx: Tx,
): Promise<SavedResult['saved']> {
  const [chain] = await deps.chains.read([input], tx)
  if (!chain) throw new Error('offering without a chain')
  // Read the clock once: a choice made in time must not be dated after the lock.
  const nowMs = deps.clock.now()
  const { draw, isForOpenDraw } = requestedDraw(deps, { input, offering }, { nowMs, lastDrawAtMs: chain.lastDrawAtMs })
  const rules = await deps.catalog.rules(input.gameId, draw.version)
  const outcome = parseOutcome(rules, input)
  const pending: PendingResult = {
    drawId: drawIdOf(input, draw.drawAtMs),
    result: outcome.text,
    picks: picksOf(rules, outcome),
    booster: input.boosterValue,
    by: authorOf(ctx.actor),
    at: new Date(nowMs).toISOString(),
  }
  const later = chain.pending.filter(each => (parseDrawId(each.drawId)?.drawAtMs ?? 0) > chain.lastDrawAtMs)
  const others = later.filter(each => each.drawId !== pending.drawId)
  await deps.chains.write([{ ...chain, pending: [...others, pending] }], tx)
  return { pending, isForOpenDraw, replaced: later.find(each => each.drawId === pending.drawId) ?? null }
}

/** Withdraws a saved result. @throws AppError CONFLICT after the lock of its draw, and when none is saved */
export async function withdrawResult(deps: LiveDeps, { ctx, input }: Call<WithdrawResult>) {
  requirePermission(ctx, 'live.control')
  const offering = await findActiveOffering(deps, ctx.actor, input.adminId, input.gameId)
  const withdrawn = await deps.transaction(async tx => {
    const [chain] = await deps.chains.read([input], tx)
    const saved = chain?.pending.find(each => each.drawId === input.drawId)
    const drawAtMs = parseDrawId(input.drawId)?.drawAtMs ?? 0
    if (!chain || !saved || drawAtMs <= chain.lastDrawAtMs) throw conflict(liveTexts.nothingSaved)
    const times = { nowMs: deps.clock.now(), lastDrawAtMs: chain.lastDrawAtMs }
    if (drawAtMs < drawForManualResult(deps, offering, times).draw.drawAtMs) throw conflict(liveTexts.resultLocked)
    await deps.chains.write([{ ...chain, pending: chain.pending.filter(each => each !== saved) }], tx)
    return saved
  })
  auditChanges(ctx, [{ field: 'result', before: withdrawn.result, after: null }])
  await deps.leader.notifyChange(input.adminId, input.gameId)
  return { message: liveTexts.resultWithdrawn, data: { withdrawn } }
}

type Moment = { nowMs: number; lastDrawAtMs: number }
type ChosenDraw = { draw: DrawTimes; isForOpenDraw: boolean }

type Chosen = Pick<SaveInput, 'input' | 'offering'>

function requestedDraw(deps: LiveDeps, { input, offering }: Chosen, moment: Moment): ChosenDraw {
  const first = drawForManualResult(deps, offering, moment)
  if (input.drawId === undefined) return first
  const isRequested = ({ drawAtMs }: DrawTimes) => drawIdOf(input, drawAtMs) === input.drawId
  if (isRequested(first.draw)) return first
  const next = deps.catalog.openDraw(offering, first.draw.drawAtMs)
  if (first.isForOpenDraw && isRequested(next)) return { draw: next, isForOpenDraw: false }
  const isLocked = (parseDrawId(input.drawId)?.drawAtMs ?? first.draw.drawAtMs) < first.draw.drawAtMs
  throw conflict(isLocked ? liveTexts.drawLocked : liveTexts.drawNotNext)
}

function drawForManualResult({ catalog }: LiveDeps, offering: LiveOffering, moment: Moment): ChosenDraw {
  const { nowMs, lastDrawAtMs } = moment
  const open = catalog.openDraw(offering, nowMs)
  if (nowMs < open.lockAtMs && lastDrawAtMs < open.drawAtMs) return { draw: open, isForOpenDraw: true }
  return { draw: catalog.openDraw(offering, open.drawAtMs), isForOpenDraw: false }
}

import type { BodyOf } from '@cascade/contracts'
import { type Clearing, clearTexts, HistoryCleared, reportsApi } from '@cascade/contracts/reports'
import {
  agentsOf,
  bookingIdOf,
  type Call,
  type ClearingRow,
  clearingIdOf,
  conflict,
  dayOf,
  invalid,
  mergeClearings,
  newEvent,
  type Routes,
  rangesPerModelMax,
  requirePermission,
} from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'

export const clearingRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.clearHistory, ({ ctx, body }) => clearHistory(deps, { ctx, input: body }))
  serve(reportsApi.clearings, ({ ctx }) => listClearings(deps, { ctx, input: {} }))
}

/** Every list and figure below the admin is read around the cleared ranges. */
const rangesMax = 100

/**
 * Hides the current data of some days from everybody below the admin. Nothing is deleted: the ledger, the audit log and
 * the view of superadmins stay complete, and later data of these days is visible. A repeated key clears once.
 * @throws AppError CONFLICT when too many separate ranges would be cleared
 */
async function clearHistory(deps: ReportsDeps, { ctx, input }: Call<BodyOf<typeof reportsApi.clearHistory>>) {
  requirePermission(ctx, 'history.clear')
  const { accountId, username, role } = ctx.actor
  const from = dayOf(input.startDate, deps.zone)
  const to = dayOf(input.endDate, deps.zone)
  if (to < from) throw invalid('The end lies before the start.', 'endDate')
  const clearing: ClearingRow = {
    _id: ctx.idempotencyKey === undefined ? deps.newId() : bookingIdOf(accountId, ctx.idempotencyKey),
    adminId: accountId,
    from,
    to,
    models: [...new Set(input.models)],
    at: deps.now(),
    by: { id: accountId, username, role, ...agentsOf(ctx.actor) },
  }
  await deps.transaction(async tx => {
    const before = await deps.clearings.ofAdmin(accountId, tx)
    if (before.some(row => clearingIdOf(row._id) === clearing._id)) return
    const ranges = rangesPerModelMax(mergeClearings([...before, clearing]))
    if (ranges > rangesMax && ranges > rangesPerModelMax(before)) throw conflict(clearTexts.many)
    await deps.clearings.add(clearing, tx)
    const { _id: clearingId, adminId, models, at } = clearing
    const data = { clearingId, adminId, from, to, models, at: at.toISOString() }
    await deps.writeEvents([newEvent(HistoryCleared, data, ctx)], tx)
  })
  return { message: clearTexts.cleared, data: toClearing(clearing) }
}

async function listClearings(deps: ReportsDeps, { ctx }: Call) {
  requirePermission(ctx, 'history.clear')
  const rows = await deps.clearings.ofAdmin(ctx.actor.accountId)
  return { data: rows.sort((a, b) => b.at.getTime() - a.at.getTime()).map(toClearing) }
}

const toClearing = ({ _id, from, to, models, at, by }: ClearingRow): Clearing => ({
  _id,
  startDate: from,
  endDate: to,
  models,
  at: at.toISOString(),
  by: {
    ...{ username: by?.username ?? '', role: by?.role ?? '' },
    ...(by?.person && { person: by.person }),
    ...(by?.approvedBy && { approvedBy: by.approvedBy }),
  },
})

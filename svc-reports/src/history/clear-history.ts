import type { BodyOf } from '@cascade/contracts'
import { type Clearing, clearTexts, HistoryCleared, type reportsApi } from '@cascade/contracts/reports'
import { type Ask, dayOf, invalid, newEvent, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import type { ClearingRow } from './clearing-store'

/**
 * Hides what some days hold now from everybody below the admin. Nothing is deleted: ledger, audit and what superadmins
 * see stay whole, and what is told later of these days is shown.
 */
export async function clearHistory(deps: ReportsDeps, { ctx, input }: Ask<BodyOf<typeof reportsApi.clearHistory>>) {
  requirePermission(ctx, 'history.clear')
  const { accountId, username, role } = ctx.actor
  const from = dayOf(input.startDate, deps.zone)
  const to = dayOf(input.endDate, deps.zone)
  if (to < from) throw invalid('The end lies before the start.', 'endDate')
  const clearing: ClearingRow = {
    ...{ _id: deps.newId(), adminId: accountId, from, to },
    models: [...new Set(input.models)],
    at: deps.now(),
    by: { id: accountId, username, role },
  }
  await deps.transaction(async tx => {
    await deps.clearings.insert(clearing, tx)
    const { _id: clearingId, adminId, models, at } = clearing
    const data = { clearingId, adminId, from, to, models, at: at.toISOString() }
    await deps.writeEvents([newEvent(HistoryCleared, data, ctx)], tx)
  })
  return { message: clearTexts.cleared, data: clearingAnswer(clearing) }
}

/** What the admin has cleared. */
export async function listClearings(deps: ReportsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'history.clear')
  return { data: (await deps.clearings.ofAdmin(ctx.actor.accountId)).map(clearingAnswer) }
}

const clearingAnswer = ({ _id, from, to, models, at, by }: ClearingRow): Clearing => ({
  ...{ _id, startDate: from, endDate: to, models, at: at.toISOString() },
  by: { username: by.username, role: by.role },
})

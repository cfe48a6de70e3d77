import {
  MaintenanceChanged,
  type MaintenanceInput,
  maintenanceApi,
  maintenanceTexts,
} from '@cascade/contracts/accounts'
import { type Call, invalid, newEvent, type Routes, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../accounts/find-account'
import { authorityWrite } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import { type PlannedMaintenance, toMaintenance } from './maintenance-store'

export const maintenanceRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(maintenanceApi.read, async ({ ctx }) => {
    await requireActor(deps, ctx)
    return { data: await deps.maintenance.readCurrent() }
  })
  serve(maintenanceApi.change, ({ ctx, body }) => changeMaintenance(deps, { ctx, input: body }))
}

/** @throws AppError VALIDATION for one that is over */
async function changeMaintenance(deps: AccountsDeps, { ctx, input }: Call<MaintenanceInput>) {
  requirePermission(ctx, 'superadmin.manage')
  await requireActor(deps, ctx)
  const at = deps.now()
  const record = authorityWrite(ctx, { endpoint: maintenanceApi.change, sent: { body: input }, at })
  const planned = await deps.transaction(async tx => {
    const next = plan(await deps.maintenance.read(tx), input, at)
    const version = await deps.maintenance.replace(next, tx)
    await deps.writeEvents([newEvent(MaintenanceChanged, { version, maintenance: toMaintenance(next) }, ctx)], tx)
    await deps.write([record], tx)
    return next
  })
  const isEnded = input.to === undefined
  return {
    data: isEnded ? null : toMaintenance(planned),
    message: isEnded ? maintenanceTexts.ended : maintenanceTexts.planned,
  }
}

/** Draws that were opened, or passed over, stay so: the start is never moved into the past, and an end is now. */
function plan(
  before: PlannedMaintenance | null,
  { from, to, message }: MaintenanceInput,
  now: Date,
): PlannedMaintenance | null {
  const inForce = before && before.from <= now ? before : null
  if (from === undefined || to === undefined || message === undefined) return inForce && { ...inForce, to: now }
  if (new Date(to) <= now) throw invalid(maintenanceTexts.over, 'to')
  const earliest = inForce?.from ?? now
  const start = new Date(from)
  return { from: start > earliest ? start : earliest, to: new Date(to), message }
}

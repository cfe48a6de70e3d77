import { type Ask, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'

/** Builds the reports anew beside those in use, which are left when the new ones have come as far. */
export async function rebuildViews(deps: ReportsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'ledger.verify')
  await deps.generations.build(`asked for by ${ctx.actor.username}`)
  return { message: 'The reports are built anew.' }
}

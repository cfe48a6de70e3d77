import { type Ask, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'

/** Compares the reports with all events as soon as possible. */
export async function startVerification(deps: ReportsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'ledger.verify')
  await deps.verification.want()
  return { message: 'The reports are compared with all events.' }
}

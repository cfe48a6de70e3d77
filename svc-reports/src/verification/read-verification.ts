import { type Ask, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'

/** How far reports were compared with the events that they are made of. */
export async function readVerification(deps: ReportsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'ledger.verify')
  const { verification, generations } = deps
  const { building } = await generations.state()
  const about = building && { startedAt: building.startedAt.toISOString(), reason: building.reason }
  const [state, found, running] = await Promise.all([
    verification.state(),
    verification.faults(),
    verification.running(),
  ])
  return { data: { ...state, found, running, building: about } }
}

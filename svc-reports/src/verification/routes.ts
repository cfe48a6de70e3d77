import { reportsApi } from '@cascade/contracts/reports'
import { type Call, nameOfActor, type Routes, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { startVerification } from './run-verification'

export const verificationRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.verification, ({ ctx }) => readVerification(deps, { ctx, input: {} }))
  serve(reportsApi.verify, ({ ctx }) => startVerification(deps, { ctx, input: {} }))
  serve(reportsApi.rebuild, ({ ctx }) => rebuildProjections(deps, { ctx, input: {} }))
}

async function readVerification(deps: ReportsDeps, { ctx }: Call) {
  requirePermission(ctx, 'ledger.verify')
  const { verification, generations } = deps
  const { building } = await generations.state()
  const about = building && { startedAt: building.startedAt.toISOString(), reason: building.reason }
  const [state, found, running] = await Promise.all([
    verification.state(),
    verification.findings(),
    verification.running(),
  ])
  return { data: { ...state, found, running, building: about } }
}

/** Rebuilds the projections next to the active ones and switches when they have caught up. */
async function rebuildProjections(deps: ReportsDeps, { ctx }: Call) {
  requirePermission(ctx, 'ledger.verify')
  await deps.generations.build(`requested by ${nameOfActor(ctx.actor)}`)
  return { message: 'The reports are being rebuilt.' }
}

import { securityTexts, stepUpMinutes } from '@cascade/contracts/accounts'
import { AppError, type Ctx, loginIdOf } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'

/** The end of a proof's five minutes. */
export const provenUntil = (provenAt: Date) => new Date(provenAt.getTime() + stepUpMinutes * 60_000).toISOString()

/**
 * For a call that needs a proof with some bodies only; the gateway checks all others. See `stepUp` of an endpoint.
 * @throws AppError FORBIDDEN, reason STEP_UP_REQUIRED or STEP_UP_FACTOR_REQUIRED
 */
export async function requireProof(
  deps: Pick<AccountsDeps, 'factors' | 'now' | 'policy' | 'sessions'>,
  { actor }: Pick<Ctx, 'actor'>,
  stepUp: 'always' | 'strict' | 'factor',
): Promise<void> {
  // An approved call: it was proved when it was requested.
  if (actor.approvalId !== undefined) return
  if (stepUp === 'strict' && !(await deps.policy.read()).policy.strict) return
  const [session, hasFactor] = await Promise.all([
    deps.sessions.findOpen(actor.sessionId),
    stepUp === 'factor' && deps.factors.ownersAmong([loginIdOf(actor)]).then(owners => owners.size > 0),
  ])
  const provenAt = hasFactor ? session?.factorProvenAt : session?.provenAt
  if (provenAt && Date.parse(provenUntil(provenAt)) > deps.now().getTime()) return
  throw hasFactor
    ? new AppError('FORBIDDEN', securityTexts.needsFactor, { reason: 'STEP_UP_FACTOR_REQUIRED' })
    : new AppError('FORBIDDEN', securityTexts.stepUp, { reason: 'STEP_UP_REQUIRED' })
}

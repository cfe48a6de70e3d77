import { securityTexts, stepUpMinutes } from '@cascade/contracts/accounts'
import { AppError, type Ctx } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { factorRuleOf } from '../policy/policy-store'

/** The end of a proof's five minutes. */
export const provenUntil = (provenAt: Date) => new Date(provenAt.getTime() + stepUpMinutes * 60_000).toISOString()

/**
 * For a call that needs a proof with some bodies only; the gateway checks all others.
 * @throws AppError FORBIDDEN, reason STEP_UP_REQUIRED
 */
export async function requireProof(deps: AccountsDeps, { actor }: Pick<Ctx, 'actor'>): Promise<void> {
  if (factorRuleOf(await deps.policy.read(), actor.role) === 'off') return
  const session = await deps.sessions.findOpen(actor.sessionId)
  if (session && Date.parse(provenUntil(session.provenAt)) > deps.now().getTime()) return
  throw new AppError('FORBIDDEN', securityTexts.stepUp, { reason: 'STEP_UP_REQUIRED' })
}

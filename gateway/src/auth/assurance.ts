import type { AnyEndpoint } from '@cascade/contracts'
import { type OpenSession, securityTexts } from '@cascade/contracts/accounts'
import { AppError } from '@cascade/service-kit'
import type { SessionCache } from './session-cache'

/** Rejects calls that need a second factor, or a proof of the last five minutes, that the session lacks. */
export function createAssurance(sessions: Pick<SessionCache, 'refresh'>, now: () => number) {
  function fault({ stepUp, duringEnrolment }: AnyEndpoint, session: OpenSession): AppError | undefined {
    if (session.mustEnrol && !duringEnrolment) {
      return new AppError('FORBIDDEN', securityTexts.enrol, { reason: 'SECOND_FACTOR_REQUIRED' })
    }
    if (stepUp === undefined || (stepUp === 'strict' && !session.isStrict)) return undefined
    const { provenUntil, factorProvenUntil } = session
    const needsFactor = stepUp === 'factor' && factorProvenUntil !== undefined
    if (Date.parse(needsFactor ? factorProvenUntil : provenUntil) > now()) return undefined
    return needsFactor
      ? new AppError('FORBIDDEN', securityTexts.needsFactor, { reason: 'STEP_UP_FACTOR_REQUIRED' })
      : new AppError('FORBIDDEN', securityTexts.stepUp, { reason: 'STEP_UP_REQUIRED' })
  }

  /** @throws AppError FORBIDDEN, reason SECOND_FACTOR_REQUIRED, STEP_UP_REQUIRED or STEP_UP_FACTOR_REQUIRED */
  return async (endpoint: AnyEndpoint, session: OpenSession): Promise<void> => {
    if (!fault(endpoint, session)) return
    // The proof may be newer than the cache of this gateway.
    const error = fault(endpoint, await sessions.refresh(session.sessionId))
    if (error) throw error
  }
}

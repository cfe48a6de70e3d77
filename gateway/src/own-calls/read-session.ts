import { accountsInternal } from '@cascade/contracts/accounts'
import { AppError, unauthenticated } from '@cascade/service-kit'
import type { ApiCall } from '../request/context'
import { actorOf, type OwnCallDeps } from './deps'

/** Who is signed in, with the present balance. */
export async function readSession({ call, sessions }: OwnCallDeps, { ctx }: { ctx: ApiCall }) {
  const { sessionId } = actorOf(ctx)
  const { user, expiresAt } = await call(accountsInternal.readSession, { params: { sessionId } }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      sessions.end(sessionId)
      throw unauthenticated()
    },
  )
  return { user, roles: [user.role], expiresAt }
}

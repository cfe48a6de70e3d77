import type { ApiCall } from '../request/context'
import { actorOf, type OwnCallDeps } from './deps'

/** Who is signed in, with the present balance. */
export async function readSession({ sessions }: OwnCallDeps, { ctx }: { ctx: ApiCall }) {
  const { user, expiresAt } = await sessions.fresh(actorOf(ctx).sessionId)
  return { user, roles: [user.role], expiresAt }
}

import { type Actor, type InternalClient, unauthenticated } from '@cascade/service-kit'
import type { ActivityLog } from '../activity/activity-log'
import type { GatewayMetrics } from '../metrics'
import type { ApiCall } from '../request/context'
import type { GuessLimits } from '../request/guess-limits'
import type { Origins } from '../request/origins'
import type { SessionCache } from '../sessions/session-cache'
import type { SessionTokens } from '../sessions/session-token'

/** What the gateway's own verbs may use. */
export type OwnCallDeps = {
  call: InternalClient
  tokens: SessionTokens
  sessions: SessionCache
  origins: Origins
  activity: Pick<ActivityLog, 'record'>
  guesses: GuessLimits
  metrics: GatewayMetrics
  /** Whether cookies are for TLS only. */
  secure: boolean
}

/** @throws AppError UNAUTHENTICATED on a public call, which has none */
export function actorOf({ actor }: Pick<ApiCall, 'actor'>): Actor {
  if (!actor) throw unauthenticated()
  return actor
}

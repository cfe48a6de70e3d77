import type { BodyOf } from '@cascade/contracts'
import type { gatewayApi } from '@cascade/contracts/gateway'
import type { ApiCall } from '../request/context'
import { actorOf, type OwnCallDeps } from './deps'

type Ask = { ctx: ApiCall; input: BodyOf<typeof gatewayApi.logUserActivity> }

/** Writes down what only a browser knows, such as an export, marked as its word. */
export async function logUserActivity({ activity, limits }: OwnCallDeps, { ctx, input }: Ask) {
  const { address, requestId } = ctx
  const { subject, requestUrl, method } = input
  const actor = actorOf(ctx)
  limits.browserActivity(actor.sessionId)
  const operation = ctx.endpoint.id
  const what = { operation, subject, requestUrl, method, status: 201, source: 'browser' as const }
  activity.record({ actor, ...what, ipAddress: address, requestId })
  return {}
}

import type { BodyOf } from '@cascade/contracts'
import type { gatewayApi } from '@cascade/contracts/gateway'
import type { ApiCall } from '../request/context'
import { actorOf, type OwnCallDeps } from './deps'

type Ask = { ctx: ApiCall; input: BodyOf<typeof gatewayApi.logUserActivity> }

/** Writes down what only a browser knows, such as an export. */
export async function logUserActivity({ activity }: OwnCallDeps, { ctx, input }: Ask) {
  const { address, requestId } = ctx
  const { subject, requestUrl, method } = input
  activity.record({ actor: actorOf(ctx), subject, requestUrl, method, ipAddress: address, status: 201, requestId })
  return {}
}

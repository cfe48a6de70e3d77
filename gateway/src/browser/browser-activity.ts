import { gatewayApi } from '@cascade/contracts/gateway'
import type { ActivityLog } from '../activity/activity-log'
import type { RateLimits } from '../limits/rate-limits'
import { type OwnCall, type OwnEndpoints, requireActor } from '../request/own-endpoints'

type BrowserActivityDeps = {
  activity: Pick<ActivityLog, 'record'>
  limits: Pick<RateLimits, 'browserActivity'>
}

export function addBrowserActivityEndpoint({ serve }: OwnEndpoints, deps: BrowserActivityDeps): void {
  serve(gatewayApi.logUserActivity, call => logUserActivity(deps, call))
}

/** Records an action that only the browser knows of, such as an export, with the source `browser`. */
async function logUserActivity(
  { activity, limits }: BrowserActivityDeps,
  { ctx, input }: OwnCall<typeof gatewayApi.logUserActivity>,
) {
  const { address, requestId } = ctx
  const { subject, requestUrl, method } = input
  const actor = requireActor(ctx)
  limits.browserActivity(actor)
  const operation = ctx.endpoint.id
  const what = { operation, subject, requestUrl, method, status: 201, source: 'browser' as const }
  activity.record({ actor, ...what, ipAddress: address, requestId })
  return {}
}

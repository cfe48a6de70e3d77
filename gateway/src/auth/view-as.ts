import { viewApi, viewInternal, viewTexts } from '@cascade/contracts/accounts'
import { AppError, notFound } from '@cascade/service-kit'
import { rawRequestOf } from '../activity/activity'
import { type OwnEndpoints, requireActor } from '../request/own-endpoints'
import { issueSession, type SessionIssuer } from './login'
import type { SessionCache } from './session-cache'

type ViewDeps = SessionIssuer & { sessions: Pick<SessionCache, 'end'> }

/** svc-accounts decides about a view and writes its log entries. */
export function addViewEndpoints({ serve }: OwnEndpoints, deps: ViewDeps): void {
  const { call, sessions, cookie } = deps
  serve(viewApi.begin, async ({ ctx, input: { reason } }) => {
    const { sessionId } = requireActor(ctx)
    const { address: ipAddress, requestId, incoming } = ctx
    const userAgent = (incoming.headers['user-agent'] ?? '').slice(0, 300)
    const { userId = '' } = rawRequestOf(ctx, {}).params
    const body = { sessionId, userId, reason, ipAddress, userAgent }
    const view = await call(viewInternal.open, { body, requestId })
    ctx.c.set('isRecorded', true)
    return { message: viewTexts.began, ...(await issueSession(deps, ctx, view)) }
  })
  serve(viewApi.end, async ({ ctx }) => {
    const { sessionId, viewer } = requireActor(ctx)
    if (!viewer) throw notFound()
    const { address: ipAddress, requestId } = ctx
    const own = await call(viewInternal.close, { params: { sessionId }, body: { ipAddress }, requestId }).catch(
      (error: unknown) => {
        // The own session has ended in the meantime.
        if (error instanceof AppError && error.code === 'UNAUTHENTICATED') ctx.c.header('set-cookie', cookie.clear())
        throw error
      },
    )
    sessions.end(sessionId)
    ctx.c.set('isRecorded', true)
    return { message: viewTexts.ended, ...(await issueSession(deps, ctx, own)) }
  })
}

import { viewApi, viewMinutes, viewTexts } from '@cascade/contracts/accounts'
import { AppError, notFound, type ServiceCall, unauthenticated } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { findLogin, isActiveLogin, type Login } from '../login'
import { statedIdleLimit } from '../policy/policy-store'
import { endView } from './end-views'
import { findParties, mayView, viewerOf } from './find-views'
import { isView, type ViewSession } from './open-view-store'
import type { Session } from './session-store'
import { userOf } from './sessions'
import { causeOf, logWrite } from './view-log'

type Beginning = { sessionId: string; userId: string; reason: string; ipAddress: string; userAgent: string }

/**
 * Opens a read-only session of the viewer that sees what another login sees. It replaces an earlier one.
 * @throws AppError NOT_FOUND for a login that the viewer may not view, UNPROCESSABLE for an inactive one
 */
export async function openView(deps: AccountsDeps, { ctx, input }: ServiceCall<Beginning>) {
  const { ipAddress, userAgent, reason, userId } = input
  const opener = await deps.sessions.findOpen(input.sessionId)
  const viewer = opener && !opener.view && (await findLogin(deps, opener.personId ?? opener.accountId))
  if (!viewer) throw unauthenticated()
  const target = await findLogin(deps, userId)
  if (!target || !(await mayView(deps, viewer, target))) throw notFound()
  if (!(await isActiveLogin(deps, target))) throw new AppError('UNPROCESSABLE', viewTexts.inactive)
  const startedAt = deps.now()
  const endsAt = new Date(startedAt.getTime() + viewMinutes * 60_000)
  const { _id: accountId, username, role } = viewer.account
  const session: ViewSession = {
    ...{ _id: deps.newId(), accountId, username, role, ipAddress, userAgent, startedAt },
    ...(viewer.person && { personId: viewer.person._id }),
    expiresAt: endsAt < opener.expiresAt ? endsAt : opener.expiresAt,
    // It has proved nothing, so that no step-up counts.
    provenAt: new Date(0),
    view: {
      ...{ accountId: target.account._id, openedBy: opener._id },
      ...(target.person && { personId: target.person._id }),
    },
  }
  const by = await causeOf(deps, viewer, opener, { ipAddress, requestId: ctx.requestId })
  const log = logWrite({ by, viewer, target, endpoint: viewApi.begin, at: startedAt, reason })
  for (const view of await deps.openViews.openedBy(opener._id))
    await endView(deps, view, { ipAddress, requestId: ctx.requestId })
  await deps.transaction(async tx => {
    await deps.sessions.insert(session, tx)
    await deps.openViews.insert(session, tx)
    await deps.write([log], tx)
  })
  return { ...(await stateOf(deps, session, target)), readOnly: true as const, viewer: viewerOf(viewer) }
}

/** Ends a view. @returns the viewer's own session @throws AppError UNAUTHENTICATED once that has ended */
export async function closeView(
  deps: AccountsDeps,
  { ctx, input }: ServiceCall<{ sessionId: string; ipAddress: string }>,
) {
  const session = await deps.sessions.findOpen(input.sessionId)
  if (!isView(session)) throw unauthenticated()
  await endView(deps, session, { ...input, requestId: ctx.requestId })
  const { opener, viewer } = await findParties(deps, session)
  if (!opener || !viewer || !(await isActiveLogin(deps, viewer))) throw unauthenticated()
  return stateOf(deps, opener, viewer)
}

const stateOf = async (deps: AccountsDeps, { _id: sessionId, expiresAt }: Session, login: Login) => ({
  ...{ sessionId, user: await userOf(deps, login), expiresAt: expiresAt.toISOString() },
  ...statedIdleLimit(await deps.policy.read()),
})

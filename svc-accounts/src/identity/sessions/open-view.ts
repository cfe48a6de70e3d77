import type { AnyEndpoint } from '@cascade/contracts'
import { AuthorityChanged, viewApi, viewMinutes, viewTexts } from '@cascade/contracts/accounts'
import { AppError, nameOfActor, newEvent, notFound, type ServiceCall, unauthenticated } from '@cascade/service-kit'
import { toActivity } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import { eventWrite, type SideWrite } from '../../ledger'
import { actingPersonOf, findLogin, isActiveLogin, type Login } from '../login'
import { statedIdleLimit } from '../policy/policy-store'
import { mayView, viewerOf } from './find-views'
import type { Session } from './session-store'
import { userOf } from './sessions'

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
  const session: Session = {
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
  await deps.transaction(async tx => {
    await deps.sessions.removeViews(opener, tx)
    await deps.sessions.insert(session, tx)
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
  if (!session?.view) throw unauthenticated()
  const { accountId, personId, openedBy } = session.view
  const [opener, viewer, target] = await Promise.all([
    deps.sessions.findOpen(openedBy),
    findLogin(deps, session.personId ?? session.accountId),
    findLogin(deps, personId ?? accountId),
  ])
  if (!viewer) throw unauthenticated()
  const by = await causeOf(deps, viewer, session, { ...input, requestId: ctx.requestId })
  const ending = deps.sessions.planEnd(session, { reason: 'view ended', by })
  const log = target ? [logWrite({ by, viewer, target, endpoint: viewApi.end, at: deps.now() })] : []
  await deps.commit([...ending.writes, ...log])
  if (!opener || !(await isActiveLogin(deps, viewer))) throw unauthenticated()
  return stateOf(deps, opener, viewer)
}

const stateOf = async (deps: AccountsDeps, { _id: sessionId, expiresAt }: Session, login: Login) => ({
  ...{ sessionId, user: await userOf(deps, login), expiresAt: expiresAt.toISOString() },
  ...statedIdleLimit(await deps.policy.read()),
})

async function causeOf(
  deps: AccountsDeps,
  viewer: Login,
  { _id: sessionId }: Session,
  { ipAddress, requestId }: { ipAddress: string; requestId: string },
) {
  const { _id: accountId, username, role } = viewer.account
  const person = await actingPersonOf(deps, viewer)
  return { actor: { accountId, username, role, sessionId, ipAddress, ...(person && { person }) }, requestId }
}

type Log = {
  by: Awaited<ReturnType<typeof causeOf>>
  viewer: Login
  target: Login
  endpoint: AnyEndpoint
  at: Date
  reason?: string
}

/** One entry in the log of the viewer, and one in that of an account below, without the viewer's address. */
function logWrite({ by, viewer, target, endpoint, at, reason }: Log): SideWrite {
  const { account, person } = target
  const entry = { endpoint, sent: { body: { reason } }, at }
  const own = toActivity({ by, ...entry, object: account })
  const { _id: accountId, username, role } = account
  const actor = { accountId, username, role, sessionId: '', ipAddress: '' }
  const theirs = toActivity({ by: { ...by, actor }, ...entry })
  const { person: who } = viewerOf(target)
  const act = endpoint === viewApi.begin ? 'is viewed by' : 'is no longer viewed by'
  const activities = [
    { ...own, data: { ...own.data, does: own.data.does?.replace('{object}', () => nameIn(person)) } },
    { ...theirs, data: { ...theirs.data, person: who, does: `${act} ${nameOfActor(viewerOf(viewer))}` } },
  ]
  const logged = accountId === viewer.account._id ? activities.slice(0, 1) : activities
  return eventWrite(newEvent(AuthorityChanged, { activities: logged }, by), at)
}

const nameIn = (person: Login['person']) => (person ? `${person.name} of {object}` : '{object}')

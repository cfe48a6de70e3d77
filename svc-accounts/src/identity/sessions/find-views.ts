import { can, type Viewer } from '@cascade/contracts'
import type { SessionUser } from '@cascade/contracts/accounts'
import { isInScope, personOf } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { actingPersonOf, findLogin, isActiveLogin, type Login } from '../login'
import { isView, type ViewSession } from './open-view-store'
import type { Session } from './session-store'

/** A view that may go on: `target` is seen, `opener` is the viewer's own session. */
export type View = { target: Login; user: SessionUser; viewer: Viewer; opener: Session }

/** The views among the sessions that may go on, by session id. */
export async function findViews(deps: AccountsDeps, sessions: readonly Session[]): Promise<ReadonlyMap<string, View>> {
  const found = await Promise.all(sessions.map(session => findView(deps, session)))
  return new Map(found.flatMap((view, at) => (view && sessions[at] ? [[sessions[at]._id, view]] : [])))
}

export async function findView(deps: AccountsDeps, session: Session): Promise<View | undefined> {
  if (!isView(session)) return undefined
  const { opener, viewer, target } = await findParties(deps, session)
  if (!opener || !viewer || !target) return undefined
  if (!(await mayView(deps, viewer, target)) || !(await isActiveLogin(deps, target))) return undefined
  return { target, opener, viewer: viewerOf(viewer), user: await sessionUserOf(deps, target) }
}

/** The viewer's own session, and both logins. */
export async function findParties(deps: AccountsDeps, { view, ...session }: ViewSession) {
  const [opener, viewer, target] = await Promise.all([
    deps.sessions.findOpen(view.openedBy),
    findLogin(deps, session.personId ?? session.accountId),
    findLogin(deps, view.personId ?? view.accountId),
  ])
  return { opener, viewer, target }
}

/** Operators below the viewer, and people of them or of the viewer's own account. */
export async function mayView(deps: AccountsDeps, viewer: Login, target: Login): Promise<boolean> {
  const { _id: accountId, role } = viewer.account
  const { account, person } = target
  if (!can(role, 'people.manage') || !can(account.role, 'people.manage')) return false
  const isBelow = account._id === accountId ? person && target._id !== viewer._id : account.role !== 'superadmin'
  if (!isBelow || !isInScope({ accountId, role }, account)) return false
  const rights = (await actingPersonOf(deps, viewer))?.rights
  return (!rights || rights.includes('people.manage')) && isActiveLogin(deps, viewer)
}

export const viewerOf = ({ account: { _id: id, username, role }, person }: Login): Viewer => ({
  ...{ id, username, role },
  ...personOf({ person: person && { id: person._id, name: person.name } }),
})

async function sessionUserOf(deps: AccountsDeps, login: Login): Promise<SessionUser> {
  const { _id, username, role } = login.account
  const person = await actingPersonOf(deps, login)
  return { _id, username, role, ...(person && { person }) }
}

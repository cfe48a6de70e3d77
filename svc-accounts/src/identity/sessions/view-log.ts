import type { AnyEndpoint } from '@cascade/contracts'
import { AuthorityChanged, viewApi } from '@cascade/contracts/accounts'
import { nameOfActor, newEvent } from '@cascade/service-kit'
import { toActivity } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import { eventWrite, type SideWrite } from '../../ledger'
import { actingPersonOf, type Login } from '../login'
import { viewerOf } from './find-views'
import type { Session } from './session-store'

export async function causeOf(
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
export function logWrite({ by, viewer, target, endpoint, at, reason }: Log): SideWrite {
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

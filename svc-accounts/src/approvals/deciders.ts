import { type AnyEndpoint, allEndpoints, can, isBackOfficeRole, isWithinRights, type Right } from '@cascade/contracts'
import { isInScope, loginIdOf } from '@cascade/service-kit'
import { ancestorIds } from '../accounts/account'
import type { StoredAccount } from '../accounts/account-store'
import type { AccountsDeps } from '../deps'
import { isActive, type Login, loginOf } from '../identity/login'
import { rightsInForce } from '../identity/people-store'
import type { StoredApproval } from './approval-store'
import { findSetters, isOnePerson } from './one-person'

type Request = Pick<StoredApproval, 'operation' | 'permission' | 'endpointId' | 'createdAt' | 'requester'>
/** Its decider could give the rights as well without being asked. */
export const isOwnersDecision = ({ operation }: Pick<StoredApproval, 'operation'>) => operation === 'people.elevate'

type Requester = Pick<StoredAccount, '_id' | 'ancestry'>
/** `rights`: of a person. */
export type Decider = { login: Login; rights?: readonly Right[] | undefined }

const candidatesMax = 50
const endpointsById = new Map<string, AnyEndpoint>(allEndpoints.map(endpoint => [endpoint.id, endpoint]))

/**
 * A login that sees the requester, at its level or above, with the permission of the call. A superadmin also decides
 * about calls that only admins make. A login made for the decision does not count: it must be older than the request.
 */
export function mayDecide({ login, rights }: Decider, request: Request, requester: Requester): boolean {
  const { account, person } = login
  const { _id: accountId, role } = account
  if (login._id === loginIdOf(request.requester) || !isBackOfficeRole(role)) return false
  if ((person ?? account).createdAt > request.createdAt || !isInScope({ accountId, role }, requester)) return false
  const endpoint = endpointsById.get(request.endpointId)
  if (rights && !mayPersonDecide(rights, request, endpoint)) return false
  return role === 'superadmin' || can(role, request.permission)
}

function mayPersonDecide(
  rights: readonly Right[],
  { permission }: Request,
  endpoint: AnyEndpoint | undefined,
): boolean {
  if (!endpoint || !rights.includes('approvals.decide') || !isWithinRights(rights, endpoint)) return false
  return (permission as string) === 'any' || rights.includes(permission)
}

/** The logins that may decide and get a notice of a request: of its account, of those above, and of its own people. */
export async function decidersOf(deps: AccountsDeps, row: Request, requester: StoredAccount): Promise<Login[]> {
  const ids = [requester._id, ...ancestorIds(requester.ancestry), ...(await deps.accounts.activeSuperadminIds())]
  const [accounts, people, ownRights] = await Promise.all([
    deps.accounts.findMany([...new Set(ids)].slice(0, candidatesMax)),
    deps.people.of(requester._id),
    deps.people.ownRights([requester._id]),
  ])
  const candidates: Decider[] = [
    ...accounts.map(account => ({ login: loginOf(account) })),
    ...people.map(person => ({
      login: loginOf(requester, person),
      rights: rightsInForce(person, { role: requester.role, own: ownRights, now: deps.now() }),
    })),
  ]
  const logins = candidates.flatMap(each => (isActive(each.login) && mayDecide(each, row, requester) ? each.login : []))
  const requesting = loginIdOf(row.requester)
  const setters = await findSetters(deps, [requesting, ...logins.map(({ _id }) => _id)])
  const isPerson = row.requester.person !== undefined
  return logins.filter(login => !isOnePerson(setters, login, { _id: requesting, isPerson }) || isOwnersDecision(row))
}

import { type ActingPerson, toPoints } from '@cascade/contracts'
import {
  type AuthUser,
  authTexts,
  branchSessionsMax,
  type EndedSession,
  type Maintenance,
  type OpenSession,
  sessionsListedMax,
} from '@cascade/contracts/accounts'
import { type Call, notFound, personOf, requirePermission, type ServiceCall } from '@cascade/service-kit'
import { type Account, ancestorIds } from '../../accounts/account'
import { offlineWrite } from '../../accounts/account-writes'
import { findInScope, requireActor, requireManager } from '../../accounts/find-account'
import type { AccountsDeps } from '../../deps'
import { actingPersonOf, findLogin, isActiveLogin, type Login, loginOf, requireLogin } from '../login'
import { isAllowed } from '../networks/network-store'
import { rightsInForce } from '../people-store'
import { idleLimitOf, isFactorDue, statedIdleLimit } from '../policy/policy-store'
import { describeDevice } from './device-store'
import { findView, findViews } from './find-views'
import { provenUntil } from './require-proof'
import { isIdle, type Session } from './session-store'

/**
 * Returns the valid ones of the given sessions, with a few reads for any number. The gateway sends only sessions in use,
 * so this also records their last activity.
 */
export async function checkSessions(
  deps: AccountsDeps,
  { ctx, input }: ServiceCall<{ sessionIds: readonly string[]; background?: readonly string[] | undefined }>,
): Promise<{ open: OpenSession[]; ended: EndedSession[]; maintenance: Maintenance | null }> {
  const [policy, maintenance] = await Promise.all([deps.policy.read(), deps.maintenance.readCurrent()])
  const idle = idleLimitOf(policy)
  const stored = await deps.sessions.findOpenMany(input.sessionIds)
  const views = await findViews(deps, stored)
  const idleOnes = stored.filter(session => isIdle(session, idle, deps.now()))
  if (idleOnes.length > 0) {
    await deps.transaction(tx => deps.sessions.endForReason(idleOnes, 'SESSION_IDLE', ctx, tx))
  }
  const isValid = (session: Session) => !session.view || views.has(session._id)
  const sessions = stored.filter(session => !idleOnes.includes(session) && isValid(session))
  const background = new Set(input.background)
  const active = sessions.filter(({ _id }) => !background.has(_id))
  // The viewer is active in its own session, too.
  const openers = active.flatMap(({ _id }) => views.get(_id)?.opener ?? [])
  await deps.sessions.recordActivity([...active, ...openers], idle)
  const owners = await deps.accounts.findMany(sessions.map(({ accountId }) => accountId))
  const accounts = new Map(owners.map(account => [account._id, account]))
  const above = await deps.accounts.findMany(owners.flatMap(({ ancestry }) => ancestorIds(ancestry)))
  const suspended = new Set(above.filter(({ active }) => !active).map(({ _id }) => _id))
  const approvals = policy.policy.approvals.map(({ operation }) => operation)
  const rules = await deps.networks.rulesOf(owners)
  const isElsewhere = ({ accountId, ipAddress }: Session) => !isAllowed(rules.get(accountId), ipAddress)
  const elsewhere = sessions.filter(isElsewhere)
  if (elsewhere.length > 0) await deps.transaction(tx => deps.sessions.endForReason(elsewhere, 'network', ctx, tx))
  const due = owners.filter(account => isFactorDue(policy, account, deps.now())).map(({ _id }) => _id)
  const people = await findActingPeople(deps, sessions, accounts)
  const enrolled = await deps.factors.ownersAmong([...owners.map(({ _id }) => _id), ...people.keys()])
  const open = sessions
    .filter(session => !elsewhere.includes(session))
    .flatMap(({ _id: sessionId, accountId, personId, expiresAt, provenAt, factorProvenAt = new Date(0) }) => {
      const account = accounts.get(accountId)
      if (!account?.active || ancestorIds(account.ancestry).some(id => suspended.has(id))) return []
      const { _id, username, role } = account
      const person = personId === undefined ? undefined : people.get(personId)
      if (personId !== undefined && !person) return []
      const isEnrolled = enrolled.has(personId ?? _id)
      const { user = { _id, username, role, ...(person && { person }) }, viewer } = views.get(sessionId) ?? {}
      return [
        {
          sessionId,
          user,
          ...(viewer && { viewer }),
          expiresAt: expiresAt.toISOString(),
          provenUntil: provenUntil(provenAt),
          ...(isEnrolled && { factorProvenUntil: provenUntil(factorProvenAt) }),
          isStrict: policy.policy.strict,
          mustEnrol: due.includes(_id) && !isEnrolled,
          networks: rules.get(_id),
          approvals,
        },
      ]
    })
  const openIds = new Set(open.map(({ sessionId }) => sessionId))
  const ended = await deps.sessions.endReasonsOf(input.sessionIds.filter(id => !openIds.has(id)))
  return { open, ended, maintenance }
}

/** Active people of these sessions with the rights in force, by id. */
async function findActingPeople(
  { people, now }: AccountsDeps,
  sessions: readonly Session[],
  accounts: ReadonlyMap<string, Account>,
): Promise<ReadonlyMap<string, ActingPerson>> {
  const found = await people.findMany([...new Set(sessions.flatMap(({ personId }) => personId ?? []))])
  const own = found.length > 0 ? await people.ownRights([...new Set(found.map(({ accountId }) => accountId))]) : []
  return new Map(
    found.flatMap(person => {
      const account = accounts.get(person.accountId)
      if (!account || !person.active) return []
      const rights = [
        ...rightsInForce(person, {
          role: account.role,
          own: own.filter(row => row.accountId === account._id),
          now: now(),
        }),
      ]
      return [[person._id, { id: person._id, name: person.name, rights }] as const]
    }),
  )
}

type Listing = { userId: string; countsBelow: boolean }

/** Open sessions of an account in scope: the newest, the total and, on request, the total of its subtree. */
export async function listSessions(deps: AccountsDeps, { ctx, input }: Call<Listing>) {
  const account = await findInScope(deps, ctx.actor, input.userId)
  const { newest, total } = await deps.sessions.openOf(account._id, sessionsListedMax)
  const people = await deps.people.findMany(newest.flatMap(({ personId }) => personId ?? []))
  const personById = new Map(people.map(({ _id: id, name }) => [id, { id, name }]))
  const data = newest.map(({ _id, accountId, personId, username, role, ipAddress, userAgent, ...times }) => ({
    _id,
    userId: accountId,
    username,
    role,
    ...personOf({ person: personById.get(personId ?? '') }),
    ipAddress,
    userAgent,
    device: describeDevice(userAgent),
    startedAt: times.startedAt.toISOString(),
    lastActiveAt: (times.activeAt ?? times.startedAt).toISOString(),
    expiresAt: times.expiresAt.toISOString(),
    current: _id === ctx.actor.sessionId,
  }))
  return { data, total, ...(input.countsBelow && { branchTotal: await countSubtreeSessions(deps, account, total) }) }
}

async function countSubtreeSessions(deps: AccountsDeps, account: Account, own: number): Promise<number> {
  let total = own
  if (account.role !== 'player') {
    for await (const open of deps.sessions.openInChunks()) {
      const accountIds = open.map(({ accountId }) => accountId)
      const below = new Set(await deps.accounts.idsBelow(account, [...new Set(accountIds)]))
      total += accountIds.filter(id => below.has(id)).length
      if (total >= branchSessionsMax) break
    }
  }
  return Math.min(total, branchSessionsMax)
}

/** A valid session: open, and its account and all ancestors are active. @throws AppError NOT_FOUND */
export async function readSession(deps: AccountsDeps, { input }: ServiceCall<{ sessionId: string }>) {
  const session = await deps.sessions.findOpen(input.sessionId)
  const view = session && (await findView(deps, session))
  if (!session || (session.view && !view)) throw notFound()
  const login = view?.target ?? (await findLogin(deps, session.personId ?? session.accountId))
  if (!login || !(await isActiveLogin(deps, login))) throw notFound()
  return {
    user: await userOf(deps, login),
    ...(view && { readOnly: true as const, viewer: view.viewer }),
    expiresAt: session.expiresAt.toISOString(),
    ...statedIdleLimit(await deps.policy.read()),
  }
}

export async function readUser(deps: AccountsDeps, { ctx, input }: Call<{ id: string }>) {
  const account = await findInScope(deps, ctx.actor, input.id)
  const login = account._id === ctx.actor.accountId ? await requireLogin(deps, ctx) : loginOf(account)
  const user = await userOf(deps, login)
  return { data: user, user }
}

export async function userOf(deps: Pick<AccountsDeps, 'balances' | 'people' | 'now'>, login: Login): Promise<AuthUser> {
  const { _id, username, role } = login.account
  const [balances, person] = await Promise.all([deps.balances([_id]), actingPersonOf(deps, login)])
  const user = { _id, username, role, walletBalance: toPoints(balances.get(_id) ?? 0n), roles: [role] }
  return { ...user, ...(person && { person }) }
}

export async function logoutPlayer(deps: AccountsDeps, { ctx, input }: Call<{ id: string }>) {
  requirePermission(ctx, 'player.manage')
  await requireActor(deps, ctx)
  const player = await findInScope(deps, ctx.actor, input.id)
  if (player.role !== 'player') throw notFound()
  const ending = await deps.sessions.planEndAll([player._id], { reason: 'logged out', by: ctx })
  await deps.commit([...ending.writes, offlineWrite(player)])
  deps.passwords.forget(ending.sessionIds)
  return { message: authTexts.loggedOutPlayer }
}

export async function closeSession(deps: AccountsDeps, { ctx, input }: ServiceCall<{ sessionId: string }>) {
  const session = await deps.sessions.findOpen(input.sessionId)
  if (session) {
    // A viewer who signs out leaves no session behind.
    const opener = session.view && (await deps.sessions.findOpen(session.view.openedBy))
    const endings = [session, ...(opener ? [opener] : [])].map(each =>
      deps.sessions.planEnd(each, { reason: 'logout', by: ctx }),
    )
    await deps.commit(endings.flatMap(({ writes }) => writes))
    deps.passwords.forget(endings.flatMap(({ sessionIds }) => sessionIds))
  }
  return { success: true as const }
}

export async function endSession(deps: AccountsDeps, { ctx, input }: Call<{ userId: string; sessionId: string }>) {
  await requireActor(deps, ctx)
  const account = await findInScope(deps, ctx.actor, input.userId)
  const session = await deps.sessions.findOpen(input.sessionId)
  if (!session || session.accountId !== account._id) throw notFound()
  if (session.personId === undefined || session.personId !== ctx.actor.person?.id) requireManager(ctx, account)
  const ending = deps.sessions.planEnd(session, { reason: 'ended', by: ctx })
  await deps.commit(ending.writes)
  deps.passwords.forget(ending.sessionIds)
  return {}
}

import { isSideRole, roles } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import {
  type Actor,
  type Ask,
  conflict,
  forbidden,
  invalid,
  networkOf,
  notFound,
  unauthenticated,
} from '@cascade/service-kit'
import { type Account, accountEvent, evolved, StaleAccount, usernameKeyOf } from '../accounts/account'
import { accountWrites, eventWrites } from '../accounts/account-writes'
import { insertAccounts, retryOnConflict } from '../accounts/create-account'
import { newUniqueId, newUser } from '../accounts/new-account'
import { findInScope, isAdmitted, requireActor } from '../accounts/read-account'
import { accountTexts } from '../accounts/texts'
import { confirmPassword } from '../credentials/confirm-password'
import { secretsWrite } from '../credentials/credential-store'
import { payerOf, requireUncommon } from '../credentials/password'
import type { AccountsDeps, InternalAsk } from '../deps'
import { userOf } from './sessions'

type LoginAttempt = {
  username: string
  password: string
  ipAddress: string
  userAgent: string
  waitSeconds?: number | undefined
}

/** Fixed from login; nothing extends it. */
const lifetimeMs = 30 * 60_000

/**
 * Signs in. An unknown name and a wrong password are told with the same words after the same work; that an account is
 * not active is told only to those who know its password. Gift, loan and otc accounts never sign in.
 */
export async function openSession(deps: AccountsDeps, { input }: InternalAsk<LoginAttempt>) {
  const usernameKey = usernameKeyOf(input.username)
  const found = await deps.accounts.findByUsername(usernameKey)
  const account = found && !isSideRole(found.role) ? found : undefined
  const guess = { account: account?._id ?? `name:${usernameKey.slice(0, 64)}`, ipAddress: input.ipAddress }
  const proved = await deps.attempts.attempt(
    guess,
    isKnown => provePassword(deps, account, input, isKnown),
    input.waitSeconds,
  )
  if (!proved || !account) throw unauthenticated(authTexts.wrongLogin)
  if (!(await isAdmitted(deps, account))) throw forbidden(authTexts.inactive)
  const user = await userOf(deps, account)

  const startedAt = deps.now()
  const expiresAt = new Date(startedAt.getTime() + lifetimeMs)
  const sessionId = deps.newId()
  const { _id: accountId, username, role } = account
  const { ipAddress, userAgent } = input
  await deps.transaction(async tx => {
    if (!(await deps.accounts.stampLogin(account, startedAt, tx))) throw unauthenticated(authTexts.wrongLogin)
    await deps.sessions.insert(
      {
        _id: sessionId,
        accountId,
        username,
        role,
        ipAddress,
        userAgent: userAgent.slice(0, 300),
        startedAt,
        expiresAt,
      },
      tx,
    )
  })
  return { sessionId, user, expiresAt: expiresAt.toISOString() }
}

/** @param isKnown from this network, whose strangers then take no places in the queue from it */
async function provePassword(
  deps: AccountsDeps,
  account: Account | undefined,
  { password, ipAddress }: Pick<LoginAttempt, 'password' | 'ipAddress'>,
  isKnown: boolean,
): Promise<boolean> {
  const payer = isKnown ? {} : { network: networkOf(ipAddress) }
  const stored = await deps.credentials.passwordOf(account?._id ?? '')
  return stored === undefined ? deps.hasher.verifyNobody(password, payer) : deps.hasher.verify(stored, password, payer)
}

/** Names that the server generates; a person who takes one would pass for an operator. */
const generated = new RegExp(`^(${roles.join('|')})\\d*$`, 'i')

type SignUp = { username: string; password: string }

/** Makes an account that stands below nobody and manages nothing, where the public may do so. */
export async function signUp(deps: AccountsDeps, { ctx, input }: Ask<SignUp, Actor | undefined>) {
  if (!deps.signupAllowed) throw forbidden(accountTexts.signupOff)
  const { username } = input
  if (generated.test(username)) throw usernameTaken()
  if (await deps.accounts.isUsernameTaken(usernameKeyOf(username))) throw usernameTaken()
  await requireUncommon(input.password, 'password')
  const password = await deps.hasher.hash(input.password)
  const account = newUser({ _id: deps.newId(), uniqueId: newUniqueId(), username, at: deps.now() })
  const by = { requestId: ctx.requestId }
  try {
    await deps.transaction(async tx => {
      await insertAccounts(deps, [{ account, secrets: { password } }], tx)
      await deps.writeEvents([accountEvent('created', account, by)], tx)
    })
  } catch (error) {
    throw error instanceof StaleAccount ? usernameTaken() : error
  }
  const { _id, role } = account
  return { data: { _id, username, role, walletBalance: 0, roles: [role] } }
}

const usernameTaken = () => conflict(accountTexts.usernameTaken, { username: accountTexts.usernameTaken })

/** Ends a session that signs itself out; one that has ended already is no fault. */
export async function closeSession(deps: AccountsDeps, { ctx, input }: InternalAsk<{ sessionId: string }>) {
  const session = await deps.sessions.findOpen(input.sessionId)
  if (session) {
    const ending = deps.sessions.ending(session, { reason: 'logout', by: ctx })
    await deps.commit(ending.writes)
    deps.passwords.forget(ending.sessionIds)
  }
  return { success: true as const }
}

/** Ends one session of oneself or of an account below. */
export async function endSession(deps: AccountsDeps, { ctx, input }: Ask<{ userId: string; sessionId: string }>) {
  await requireActor(deps, ctx)
  const account = await findInScope(deps, ctx.actor, input.userId)
  const session = await deps.sessions.findOpen(input.sessionId)
  if (!session || session.accountId !== account._id) throw notFound()
  const ending = deps.sessions.ending(session, { reason: 'ended', by: ctx })
  await deps.commit(ending.writes)
  deps.passwords.forget(ending.sessionIds)
  return {}
}

type PasswordChange = { userId?: string | undefined; opass: string; npass: string; cpass: string }

/** Changes the own password; every other session of the user ends with it. Wrong old passwords count as failed logins. */
export async function changePassword(deps: AccountsDeps, { ctx, input }: Ask<PasswordChange>) {
  const { accountId, sessionId } = ctx.actor
  if (input.userId !== undefined && input.userId !== accountId) throw notFound()
  if (input.npass !== input.cpass) throw invalid(authTexts.mismatch, 'cpass')
  const actor = await requireActor(deps, ctx)
  await confirmPassword(deps, ctx, { account: actor, password: input.opass, field: 'opass' })
  if (input.npass === input.opass) throw invalid(authTexts.samePassword, 'npass')
  await requireUncommon(input.npass, 'npass')
  await deps.attempts.takeChange(accountId)
  const password = await deps.hasher.hash(input.npass, payerOf(ctx.actor))
  return retryOnConflict(async () => {
    const before = await requireActor(deps, ctx)
    // Of several changes at once only the first has proved the password that it replaces.
    if (before.passwordVersion !== actor.passwordVersion) throw conflict(authTexts.passwordJustChanged)
    const after = evolved(before, { passwordVersion: before.passwordVersion + 1 }, [])
    const ending = await deps.sessions.endingAll([accountId], {
      reason: 'password changed',
      by: ctx,
      except: sessionId,
    })
    await deps.commit([
      ...accountWrites(before, after),
      secretsWrite(accountId, { password }),
      ...eventWrites([accountEvent('updated', after, ctx)]),
      ...ending.writes,
    ])
    deps.passwords.forget([sessionId, ...ending.sessionIds])
    return { message: authTexts.passwordChanged }
  })
}

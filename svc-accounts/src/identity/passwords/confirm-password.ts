import { creditTexts } from '@cascade/contracts/accounts'
import { AppError, type Ctx, unauthenticated } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'

type PasswordDeps = Pick<
  AccountsDeps,
  'attempts' | 'commit' | 'credentials' | 'hasher' | 'passwords' | 'people' | 'sessions'
>
/** Limits guessing with a stolen token, from any number of networks. */
const failuresPerSessionMax = 10

export type PasswordOwner = { _id: string; passwordVersion: number }
type Attempt = { account: PasswordOwner; password: string; field?: string }

export const passwordOwnerOf = ({ _id, passwordVersion }: PasswordOwner): PasswordOwner => ({ _id, passwordVersion })

/**
 * Confirms the password of the acting user. A proof is cached per session for five minutes; a mismatch always runs the
 * full check, counts as a failure, and evicts the proofs of all sessions of the account.
 * @throws AppError VALIDATION (not 401, which would sign the user out), or TOO_MANY_REQUESTS while the network must wait.
 * The tenth failure ends the session.
 */
export async function confirmPassword(
  deps: PasswordDeps,
  ctx: Pick<Ctx, 'actor' | 'requestId'>,
  { account, password, field = 'password' }: Attempt,
): Promise<void> {
  const { actor } = ctx
  // An approved call: the password was confirmed when it was requested.
  if (actor.approvalId !== undefined) return
  const { _id, passwordVersion } = await passwordOwner(deps, actor, account)
  // Counted separately from sign-ins: guessing by strangers must not block an open session.
  const guess = { account: `confirm:${_id}`, ipAddress: actor.ipAddress }
  const isConfirmed = () => deps.passwords.isProved(actor.sessionId, password, passwordVersion)
  if (isConfirmed()) return
  let rejection: AppError | undefined
  const isRight = await deps.attempts.attempt(guess, async () => {
    // A concurrent call of the session may have proved it in the meantime.
    if (isConfirmed()) return true
    // The session was ended, but the gateway may not know yet.
    if ((await deps.attempts.sessionFailures(actor.sessionId)) >= failuresPerSessionMax) throw unauthenticated()
    const stored = await deps.credentials.passwordOf(_id)
    const matches = await (stored === undefined
      ? deps.hasher.verifyDummy(password)
      : deps.hasher.verify(stored, password))
    // Counted before the next guess is checked.
    if (!matches) rejection = await rejectProof(deps, ctx, field)
    return matches
  })
  if (!isRight) {
    deps.passwords.forgetAccount(_id)
    throw rejection
  }
  deps.passwords.remember({ sessionId: actor.sessionId, accountId: _id }, password, passwordVersion)
}

/** A person confirms the own password, not that of the account. */
async function passwordOwner(
  { people }: Pick<AccountsDeps, 'people'>,
  { person }: Ctx['actor'],
  account: PasswordOwner,
): Promise<PasswordOwner> {
  if (!person) return account
  const found = await people.find(person.id)
  if (!found?.active) throw unauthenticated()
  return found
}

/** Counts a wrong password or code of an open session; the tenth ends it. @returns the rejection */
export async function rejectProof(
  deps: Pick<AccountsDeps, 'attempts' | 'commit' | 'sessions'>,
  ctx: Pick<Ctx, 'actor' | 'requestId'>,
  field: string,
  message: string = creditTexts.wrongPassword,
): Promise<AppError> {
  const { accountId, sessionId } = ctx.actor
  if ((await deps.attempts.countSessionFailure(sessionId)) >= failuresPerSessionMax) {
    const session = { _id: sessionId, accountId }
    await deps.commit(deps.sessions.planEnd(session, { reason: 'wrong passwords', by: ctx }).writes)
  }
  return new AppError('VALIDATION', message, { reason: 'WRONG_PASSWORD', errors: { [field]: message } })
}

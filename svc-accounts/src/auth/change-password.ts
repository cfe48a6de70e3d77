import { authTexts } from '@cascade/contracts/accounts'
import { type Call, conflict, invalid, notFound } from '@cascade/service-kit'
import { accountEvent, withChanges } from '../accounts/account'
import { accountWrites, eventWrite } from '../accounts/account-writes'
import { requireActor } from '../accounts/read-account'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { confirmPassword } from '../credentials/confirm-password'
import { secretsWrite } from '../credentials/credential-store'
import { requesterOf, requireUncommon } from '../credentials/password'
import type { AccountsDeps } from '../deps'

type PasswordChange = { userId?: string | undefined; opass: string; npass: string; cpass: string }

/** Changes the own password and ends all other sessions. A wrong old password counts as a failed attempt. */
export async function changePassword(deps: AccountsDeps, { ctx, input }: Call<PasswordChange>) {
  const { accountId, sessionId } = ctx.actor
  if (input.userId !== undefined && input.userId !== accountId) throw notFound()
  if (input.npass !== input.cpass) throw invalid(authTexts.mismatch, 'cpass')
  const actor = await requireActor(deps, ctx)
  await confirmPassword(deps, ctx, { account: actor, password: input.opass, field: 'opass' })
  if (input.npass === input.opass) throw invalid(authTexts.samePassword, 'npass')
  await requireUncommon(input.npass, 'npass')
  await deps.attempts.countUse('change', accountId)
  const password = await deps.hasher.hash(input.npass, requesterOf(ctx.actor))
  return retryOnConflict(async () => {
    const before = await requireActor(deps, ctx)
    // Of concurrent changes, only the first has proved the current password.
    if (before.passwordVersion !== actor.passwordVersion) throw conflict(authTexts.passwordJustChanged)
    const after = withChanges(before, { passwordVersion: before.passwordVersion + 1 }, [])
    const ending = await deps.sessions.planEndAll([accountId], {
      reason: 'password changed',
      by: ctx,
      except: sessionId,
    })
    await deps.commit([
      ...accountWrites(before, after),
      secretsWrite(accountId, { password }),
      eventWrite(accountEvent('updated', after, ctx), deps.now()),
      ...ending.writes,
    ])
    deps.passwords.forget([sessionId, ...ending.sessionIds])
    return { message: authTexts.passwordChanged }
  })
}

import { authTexts } from '@cascade/contracts/accounts'
import { type Ask, invalid, notFound } from '@cascade/service-kit'
import { requireActor } from '../accounts/read/require-actor'
import { evolved } from '../accounts/rules/account'
import { accountEvent } from '../accounts/rules/account-event'
import { accountWrites, eventWrites } from '../accounts/store/account-writes'
import { retryOnConflict } from '../accounts/store/retry-on-conflict'
import { confirmPassword } from '../credentials/confirm-password'
import { secretsWrite } from '../credentials/credential-store'
import { requireUncommon } from '../credentials/require-uncommon'
import type { AccountsDeps } from '../deps'

export type PasswordChange = { userId?: string | undefined; opass: string; npass: string; cpass: string }

/** Changes the own password; every other session of the user ends with it. Wrong old passwords count as failed logins. */
export async function changePassword(deps: AccountsDeps, { ctx, input }: Ask<PasswordChange>) {
  const { accountId, sessionId } = ctx.actor
  if (input.userId !== undefined && input.userId !== accountId) throw notFound()
  if (input.npass !== input.cpass) throw invalid(authTexts.mismatch, 'cpass')
  const actor = await requireActor(deps, ctx)
  await confirmPassword(deps, ctx, { account: actor, password: input.opass, field: 'opass' })
  await requireUncommon(input.npass, 'npass')
  const password = await deps.hasher.hash(input.npass)
  return retryOnConflict(async () => {
    const before = await requireActor(deps, ctx)
    const after = evolved(before, { passwordVersion: before.passwordVersion + 1 }, [])
    const ending = await deps.sessions.endingAll([accountId], {
      ...{ reason: 'password changed', by: ctx, except: sessionId },
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

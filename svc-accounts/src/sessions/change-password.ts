import { authTexts } from '@cascade/contracts/accounts'
import { AppError, notFound } from '@cascade/service-kit'
import { requireActor } from '../accounts/access'
import { accountEvent } from '../accounts/account-events'
import { accountWrites, eventWrite, evolved, secretsWrite } from '../accounts/account-writes'
import { decideAgain } from '../accounts/decide-again'
import { confirmPassword } from '../credentials/confirm-password'
import type { AccountsDeps, Ctx } from '../deps'
import { endSessionsOf } from './end-sessions'

export type PasswordChange = { userId?: string | undefined; opass: string; npass: string; cpass: string }

/** Changes the own password; every other session of the user ends. Wrong old passwords count as failed logins do. */
export async function changePassword(deps: AccountsDeps, ctx: Ctx, input: PasswordChange): Promise<void> {
  if (input.userId !== undefined && input.userId !== ctx.actor.accountId) throw notFound()
  if (input.npass !== input.cpass) {
    throw new AppError('VALIDATION', authTexts.mismatch, { errors: { cpass: authTexts.mismatch } })
  }
  const actor = await requireActor(deps, ctx)
  await confirmPassword(deps, ctx, actor, input.opass, 'opass')
  const password = await deps.hasher.hash(input.npass)
  await decideAgain(async () => {
    const before = await requireActor(deps, ctx)
    const after = evolved(before, { passwordVersion: before.passwordVersion + 1 }, [])
    await deps.commit([
      ...accountWrites(deps.db, before, after),
      secretsWrite(deps.db, before._id, { password }),
      eventWrite(deps.db, accountEvent('updated', after, ctx)),
    ])
  })
  deps.passwords.forget([ctx.actor.sessionId])
  await endSessionsOf(deps, ctx, [actor._id], 'password changed', ctx.actor.sessionId)
}

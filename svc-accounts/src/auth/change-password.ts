import { authTexts } from '@cascade/contracts/accounts'
import { type Call, invalid, notFound } from '@cascade/service-kit'
import { requireActor } from '../accounts/read-account'
import { confirmPassword } from '../credentials/confirm-password'
import type { AccountsDeps } from '../deps'
import { hashOwnPassword, writeOwnPassword } from './own-password'

type PasswordChange = { userId?: string | undefined; opass: string; npass: string; cpass: string }

/** Changes the own password and ends all other sessions. A wrong old password counts as a failed attempt. */
export async function changePassword(deps: AccountsDeps, { ctx, input }: Call<PasswordChange>) {
  const { accountId, sessionId, ipAddress } = ctx.actor
  if (input.userId !== undefined && input.userId !== accountId) throw notFound()
  if (input.npass !== input.cpass) throw invalid(authTexts.mismatch, 'cpass')
  const actor = await requireActor(deps, ctx)
  await confirmPassword(deps, ctx, { account: actor, password: input.opass, field: 'opass' })
  if (input.npass === input.opass) throw invalid(authTexts.samePassword, 'npass')
  const password = await hashOwnPassword(deps, actor, { ...input, ipAddress })
  const readAgain = () => requireActor(deps, ctx)
  await writeOwnPassword(deps, ctx, actor, { password, readAgain, except: sessionId })
  deps.passwords.forget([sessionId])
  return { message: authTexts.passwordChanged }
}

import { authTexts, sessionApi } from '@cascade/contracts/accounts'
import { type Call, invalid, notFound } from '@cascade/service-kit'
import { requireActor } from '../../accounts/read-account'
import { authorityWrite } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import { requireProof } from '../sessions/require-proof'
import { confirmPassword } from './confirm-password'
import { hashOwnPassword, writeOwnPassword } from './own-password'

type PasswordChange = { userId?: string | undefined; opass: string; npass: string; cpass: string }

/** Changes the own password and ends all other sessions. A wrong old password counts as a failed attempt. */
export async function changePassword(deps: AccountsDeps, { ctx, input }: Call<PasswordChange>) {
  const { accountId, sessionId, ipAddress } = ctx.actor
  if (input.userId !== undefined && input.userId !== accountId) throw notFound()
  if (input.npass !== input.cpass) throw invalid(authTexts.mismatch, 'cpass')
  const actor = await requireActor(deps, ctx)
  await confirmPassword(deps, ctx, { account: actor, password: input.opass, field: 'opass' })
  // The old password proves an account without a factor.
  if ((await deps.factors.ownersAmong([accountId])).size > 0) await requireProof(deps, ctx, 'factor')
  if (input.npass === input.opass) throw invalid(authTexts.samePassword, 'npass')
  const password = await hashOwnPassword(deps, actor, { ...input, ipAddress })
  const readAgain = () => requireActor(deps, ctx)
  const record = authorityWrite(ctx, { endpoint: sessionApi.changePassword, at: deps.now(), object: actor })
  await writeOwnPassword(deps, ctx, actor, { password, readAgain, except: sessionId, record })
  deps.passwords.forget([sessionId])
  return { message: authTexts.passwordChanged }
}

import type { BodyOf } from '@cascade/contracts'
import { type securityApi, securityTexts, stepUpMinutes } from '@cascade/contracts/accounts'
import { AppError, type Call, type Ctx } from '@cascade/service-kit'
import { requireActor } from '../accounts/read-account'
import { confirmPassword, passwordOwnerOf, rejectProof } from '../credentials/confirm-password'
import type { AccountsDeps } from '../deps'
import { challengeOf } from './passkeys'
import { factorRuleOf } from './policy-store'
import { proveFactor } from './prove-factor'

type Proof = BodyOf<typeof securityApi.stepUp>

/** The end of a proof's five minutes. */
export const provenUntil = (provenAt: Date) => new Date(provenAt.getTime() + stepUpMinutes * 60_000).toISOString()

/** Proves password or factor again for this session. A wrong one is VALIDATION, which does not sign the user out. */
export async function stepUp(deps: AccountsDeps, { ctx, input }: Call<Proof>) {
  const actor = await requireActor(deps, ctx)
  if ('password' in input) {
    await confirmPassword(deps, ctx, { account: passwordOwnerOf(actor), password: input.password })
  } else {
    const challenge = 'passkey' in input ? await consumeChallenge(deps, challengeOf(input.passkey)) : ''
    const claim = { accountId: actor._id, ipAddress: ctx.actor.ipAddress }
    const isRight = challenge !== undefined && (await proveFactor(deps, claim, input, challenge))
    if (!isRight) throw await rejectProof(deps, ctx, 'passkey' in input ? 'passkey' : 'totp')
  }
  const provenAt = deps.now()
  await deps.sessions.prove(ctx.actor.sessionId, provenAt)
  return { provenUntil: provenUntil(provenAt) }
}

/**
 * For a call that needs a proof with some bodies only; the gateway checks all others.
 * @throws AppError FORBIDDEN, reason STEP_UP_REQUIRED
 */
export async function requireProof(deps: AccountsDeps, { actor }: Pick<Ctx, 'actor'>): Promise<void> {
  if (factorRuleOf(await deps.policy.read(), actor.role) === 'off') return
  const session = await deps.sessions.findOpen(actor.sessionId)
  if (session && Date.parse(provenUntil(session.provenAt)) > deps.now().getTime()) return
  throw new AppError('FORBIDDEN', securityTexts.stepUp, { reason: 'STEP_UP_REQUIRED' })
}

/** A passkey signs a challenge of `auth/passkey/begin`, once. */
async function consumeChallenge({ challenges }: AccountsDeps, id: string): Promise<string | undefined> {
  const challenge = await challenges.find(id, 'passkey')
  return challenge && (await challenges.consume(challenge)) ? id : undefined
}

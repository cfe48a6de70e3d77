import type { BodyOf } from '@cascade/contracts'
import { type securityApi, securityTexts } from '@cascade/contracts/accounts'
import type { Call } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { requireLogin } from '../login'
import { confirmPassword, passwordOwnerOf, rejectProof } from '../passwords/confirm-password'
import { provenUntil } from '../sessions/require-proof'
import { challengeOf } from './passkeys'
import { proveFactor } from './prove-factor'

type Proof = BodyOf<typeof securityApi.stepUp>

/** Proves password or factor again for this session. A wrong one is VALIDATION, which does not sign the user out. */
export async function stepUp(deps: AccountsDeps, { ctx, input }: Call<Proof>) {
  const { _id, account } = await requireLogin(deps, ctx)
  if ('password' in input) {
    await confirmPassword(deps, ctx, { account: passwordOwnerOf(account), password: input.password })
  } else {
    const challenge = 'passkey' in input ? await consumeChallenge(deps, challengeOf(input.passkey)) : ''
    const attempt = { accountId: _id, ipAddress: ctx.actor.ipAddress }
    const isRight = challenge !== undefined && (await proveFactor(deps, attempt, input, challenge))
    if (!isRight) {
      const [field, message] =
        'passkey' in input ? ['passkey', securityTexts.wrongPasskey] : ['totp', securityTexts.wrongCode]
      throw await rejectProof(deps, ctx, field, message)
    }
  }
  const provenAt = deps.now()
  await deps.sessions.prove(ctx.actor.sessionId, provenAt, !('password' in input))
  return { provenUntil: provenUntil(provenAt) }
}

/** A passkey signs a challenge of `auth/passkey/begin`, once. */
async function consumeChallenge({ challenges }: AccountsDeps, id: string): Promise<string | undefined> {
  const challenge = await challenges.find(id, 'passkey')
  return challenge && (await challenges.consume(challenge)) ? id : undefined
}

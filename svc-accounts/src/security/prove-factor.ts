import type { FactorProof } from '@cascade/contracts/accounts'
import type { AccountsDeps } from '../deps'
import { acceptAssertion } from './passkeys'
import { findTotpStep } from './totp'

type ProofDeps = Pick<AccountsDeps, 'challenges' | 'factorCipher' | 'factors' | 'now' | 'publicOrigin'>
type Claim = { accountId: string; ipAddress: string }

/**
 * Checks a proof of a second factor and uses it up: no code, recovery code or assertion counts twice.
 * @param challenge which a passkey must have signed
 */
export async function acceptProof(deps: ProofDeps, accountId: string, proof: FactorProof, challenge: string) {
  if ('recovery' in proof) {
    return deps.factors.consumeRecoveryCode(accountId, deps.factorCipher.digests(proof.recovery, accountId))
  }
  if ('passkey' in proof) return (await acceptAssertion(deps, proof.passkey, challenge))?.accountId === accountId
  return acceptTotp(deps, accountId, proof.totp)
}

async function acceptTotp({ factorCipher, factors, now }: ProofDeps, accountId: string, code: string) {
  for (const factor of await factors.of(accountId)) {
    if (factor.kind !== 'totp') continue
    const secret = factorCipher.open(factor.secret, accountId)
    const step = findTotpStep(secret, code, now())
    // Sealed anew, so that a rotated key is no longer needed after the next use.
    const current = { ...factor, secret: factorCipher.seal(secret, accountId) }
    if (step !== undefined && (await factors.acceptStep(current, step, now()))) return true
  }
  return false
}

export const factorGuess = ({ accountId, ipAddress }: Claim) => ({ account: `factor:${accountId}`, ipAddress })

/**
 * Like a password check, but counted separately: a right password does not forgive wrong codes.
 * @throws AppError TOO_MANY_REQUESTS while the network must wait
 */
export function proveFactor(
  deps: ProofDeps & Pick<AccountsDeps, 'attempts'>,
  claim: Claim,
  proof: FactorProof,
  challenge: string,
): Promise<boolean> {
  return deps.attempts.attempt(factorGuess(claim), () => acceptProof(deps, claim.accountId, proof, challenge))
}

import { type FactorProof, securityTexts } from '@cascade/contracts/accounts'
import { invalid } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { findLogin } from '../login'
import { acceptAssertion } from './passkeys'
import { findTotpStep } from './totp'

type ProofDeps = Pick<
  AccountsDeps,
  'accounts' | 'challenges' | 'commit' | 'factorCipher' | 'factors' | 'notices' | 'now' | 'people' | 'publicOrigin'
>
type Attempt = { accountId: string; ipAddress: string }

/** Wrong codes since the last proof, after which codes of an app no longer count. */
const wrongCodesMax = 20

/**
 * Checks a proof of a second factor and uses it up: no code, recovery code or assertion counts twice.
 * @param challenge which a passkey must have signed
 * @throws AppError VALIDATION for a code that was used just now, or after too many wrong ones
 */
export async function acceptProof(deps: ProofDeps, accountId: string, proof: FactorProof, challenge: string) {
  const isRight = await checkProof(deps, accountId, proof, challenge)
  if (isRight) await deps.factors.forgiveWrongCodes(accountId)
  else if ('totp' in proof && (await deps.factors.countWrongCode(accountId)) === wrongCodesMax)
    await reportGuessing(deps, accountId)
  return isRight
}

async function checkProof(deps: ProofDeps, accountId: string, proof: FactorProof, challenge: string) {
  if ('recovery' in proof) {
    return deps.factors.consumeRecoveryCode(accountId, deps.factorCipher.digests(proof.recovery, accountId))
  }
  if ('passkey' in proof) return (await acceptAssertion(deps, proof.passkey, challenge))?.accountId === accountId
  const { wrongCodes = 0 } = await deps.factors.codesOf(accountId)
  if (wrongCodes >= wrongCodesMax) throw invalid(securityTexts.onlyOtherProof, 'totp')
  return acceptTotp(deps, accountId, proof.totp)
}

/** Notifies the owner and the account above: of a person its account, of a superadmin the other superadmins. */
async function reportGuessing({ accounts, commit, notices, people }: ProofDeps, accountId: string) {
  const login = await findLogin({ accounts, people }, accountId)
  if (!login) return
  const { account, person, username } = login
  const superiors = account.parentId === null ? await accounts.activeSuperadminIds() : [account.parentId]
  const above = person ? [account._id] : superiors
  const data = { username }
  await commit(notices.writes([accountId, ...above], { kind: 'codes-guessed', data }))
}

async function acceptTotp({ factorCipher, factors, now }: ProofDeps, accountId: string, code: string) {
  for (const factor of await factors.of(accountId)) {
    // An app whose key is no longer configured fails alone.
    const secret = factor.kind === 'totp' ? factorCipher.open(factor.secret, accountId) : undefined
    const step = secret && findTotpStep(secret, code, now())
    if (factor.kind !== 'totp' || !secret || step === undefined) continue
    // Its owner typed a right code, so it does not count as a wrong one.
    if (step <= factor.lastStep) throw invalid(securityTexts.usedCode, 'totp')
    // Sealed again, so that a rotated key is no longer needed after the next use.
    const current = { ...factor, secret: factorCipher.seal(secret, accountId) }
    if (await factors.acceptStep(current, step, now())) return true
    throw invalid(securityTexts.usedCode, 'totp')
  }
  return false
}

export const factorGuess = ({ accountId, ipAddress }: Attempt) => ({ account: `factor:${accountId}`, ipAddress })

/**
 * Like a password check, but counted separately: a right password does not forgive wrong codes.
 * @throws AppError TOO_MANY_REQUESTS while the network must wait
 */
export function proveFactor(
  deps: ProofDeps & Pick<AccountsDeps, 'attempts'>,
  attempt: Attempt,
  proof: FactorProof,
  challenge: string,
): Promise<boolean> {
  return deps.attempts.attempt(factorGuess(attempt), () => acceptProof(deps, attempt.accountId, proof, challenge))
}

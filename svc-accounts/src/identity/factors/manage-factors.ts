import { randomInt } from 'node:crypto'
import type { AnyEndpoint, BodyOf } from '@cascade/contracts'
import {
  factorsMax,
  type NoticeContent,
  recoveryCodeCount,
  securityApi,
  securityTexts,
} from '@cascade/contracts/accounts'
import {
  AppError,
  type Call,
  type Ctx,
  conflict,
  forbidden,
  invalid,
  isDuplicateKey,
  loginIdOf,
  nameOfActor,
  notFound,
  requirePermission,
  type Tx,
} from '@cascade/service-kit'
import { findInScope, requireActor, requireManager } from '../../accounts/find-account'
import { authorityWrite } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import type { SideWrite } from '../../ledger'
import { type Login, nameOfLogin, requireLogin } from '../login'
import { setUpWrite } from '../passwords/credential-store'
import { factorRuleOf } from '../policy/policy-store'
import { requireSecondPerson } from '../policy/require-second-person'
import { removeAllFactorsWrites, type StoredFactor } from './factor-store'
import { registrationOptions, verifyRegistration } from './passkeys'
import { factorGuess } from './prove-factor'
import { describeTotp, findTotpStep, newTotpSecret } from './totp'

export async function listFactors(deps: AccountsDeps, { ctx }: Call) {
  const accountId = loginIdOf(ctx.actor)
  const [factors, codes, policy] = await Promise.all([
    deps.factors.of(accountId),
    deps.factors.codesOf(accountId),
    deps.policy.read(),
  ])
  const data = factors.map(({ _id, kind, name, createdAt, lastUsedAt, ...factor }) => ({
    ...{ _id, kind, name },
    ...('credentialId' in factor && { credentialId: factor.credentialId }),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
  return {
    data,
    recoveryCodesLeft: codes.digests.length,
    mayEnrol: factorRuleOf(policy, ctx.actor.role) !== 'off',
    needsEnrolmentCode: codes.enrolment !== undefined,
  }
}

const defaultName = 'Authenticator app'

export async function beginTotp(deps: AccountsDeps, { ctx, input }: Call<BodyOf<typeof securityApi.beginTotp>>) {
  const { actor } = await requireEnroller(deps, ctx)
  const secret = newTotpSecret()
  const sealed = deps.factorCipher.seal(secret, actor._id)
  await deps.challenges.create({ purpose: 'totp', accountId: actor._id, secret: sealed }, `totp:${actor._id}`)
  const issuer = deps.publicOrigin === undefined ? 'Cascade' : `Cascade ${new URL(deps.publicOrigin).host}`
  const label = input.name === undefined ? actor.username : `${actor.username} (${input.name})`
  return describeTotp(secret, { issuer, label })
}

export async function confirmTotp(deps: AccountsDeps, { ctx, input }: Call<BodyOf<typeof securityApi.confirmTotp>>) {
  const { actor, factors } = await requireEnroller(deps, ctx, input)
  const begun = await deps.challenges.find(`totp:${actor._id}`, 'totp')
  const secret = begun && deps.factorCipher.open(begun.secret, actor._id)
  const lastStep = secret && findTotpStep(secret, input.code, deps.now())
  if (!begun || lastStep === undefined) throw invalid(securityTexts.wrongCode, 'code')
  if (!(await deps.challenges.consume(begun))) throw conflict(securityTexts.wrongCode)
  const factor = { kind: 'totp' as const, secret: begun.secret, lastStep, name: input.name ?? defaultName }
  return addFactor(deps, ctx, { actor, factors, factor, endpoint: securityApi.confirmTotp })
}

export async function beginPasskey(deps: AccountsDeps, { ctx }: Call) {
  const { actor, factors } = await requireEnroller(deps, ctx)
  return { data: await registrationOptions(deps, actor, factors) }
}

type FactorChange = Extract<NoticeContent, { kind: 'factors-changed' }>['data']['change']
type NewPasskey = BodyOf<typeof securityApi.finishPasskey>

export async function finishPasskey(deps: AccountsDeps, { ctx, input }: Call<NewPasskey>) {
  const { actor, factors } = await requireEnroller(deps, ctx, input)
  const factor = { ...(await verifyRegistration(deps, actor, input.passkey)), name: input.name }
  return addFactor(deps, ctx, { actor, factors, factor, endpoint: securityApi.finishPasskey }).catch(
    (error: unknown) => {
      throw isDuplicateKey(error) ? invalid(securityTexts.wrongPasskey, 'passkey') : error
    },
  )
}

/** The actor, who may add a factor, and the existing factors. */
async function requireEnroller(deps: AccountsDeps, ctx: Ctx, proof?: { enrolmentCode?: string | undefined }) {
  const actor = await requireLogin(deps, ctx)
  if (factorRuleOf(await deps.policy.read(), ctx.actor.role) === 'off') throw forbidden(securityTexts.factorsOff)
  const factors = await deps.factors.of(actor._id)
  if (factors.length >= factorsMax) throw new AppError('UNPROCESSABLE', securityTexts.tooManyFactors)
  if (proof) await requireEnrolmentCode(deps, ctx, proof.enrolmentCode ?? '')
  return { actor, factors }
}

/** After a superior has removed all factors, the password alone adds none. */
async function requireEnrolmentCode(deps: AccountsDeps, { actor }: Ctx, code: string) {
  const { ipAddress } = actor
  const accountId = loginIdOf(actor)
  const { enrolment } = await deps.factors.codesOf(accountId)
  if (enrolment === undefined) return
  const isRight = async () => deps.factorCipher.digests(code, accountId).includes(enrolment)
  if (code === '' || !(await deps.attempts.attempt(factorGuess({ accountId, ipAddress }), isRight)))
    throw invalid(securityTexts.wrongEnrolmentCode, 'enrolmentCode')
}

const changeOf = (change: FactorChange, by: string) => ({
  kind: 'factors-changed' as const,
  data: { change, by },
})

type OwnChange = { actor: Login; change: FactorChange; endpoint: AnyEndpoint; name?: string }

/** Notice, log entry, and the end of all other sessions: they were opened under other factors. */
async function planOwnChange(deps: AccountsDeps, ctx: Ctx, { actor, change, endpoint, name = '' }: OwnChange) {
  const { _id } = actor
  const cause = { reason: 'factors changed', by: ctx, except: ctx.actor.sessionId }
  const ending =
    change === 'codes-replaced' ? { writes: [], sessionIds: [] } : await deps.sessions.planEndOf(actor, cause)
  const changes = name === '' ? [] : [{ field: 'factor', ...nameChangeOf(change, name) }]
  const writes: SideWrite[] = [
    ...deps.notices.writes([_id], changeOf(change, nameOfLogin(actor))),
    authorityWrite(ctx, { endpoint, at: deps.now(), changes }),
    ...ending.writes,
  ]
  return { writes, sessionIds: ending.sessionIds }
}

const nameChangeOf = (change: FactorChange, name: string) =>
  change === 'added' ? { before: null, after: name } : { before: name, after: null }

type NewFactor<T = StoredFactor> = T extends unknown ? Omit<T, '_id' | 'accountId' | 'createdAt' | 'lastUsedAt'> : never
type Enrolment = { actor: Login; factors: readonly StoredFactor[]; factor: NewFactor; endpoint: AnyEndpoint }

async function addFactor(deps: AccountsDeps, ctx: Ctx, { actor, factors, factor, endpoint }: Enrolment) {
  const { _id: accountId } = actor
  const row = { ...factor, _id: deps.newId(), accountId, createdAt: deps.now(), lastUsedAt: null } as StoredFactor
  const { writes, sessionIds } = await planOwnChange(deps, ctx, { actor, change: 'added', endpoint, name: factor.name })
  const added = await deps.transaction(async tx => {
    await deps.factors.insert(row, tx)
    // The new factor has just been proved.
    await deps.sessions.prove(ctx.actor.sessionId, deps.now(), true, tx)
    await deps.write(writes, tx)
    return factors.length === 0 ? { recoveryCodes: await newRecoveryCodes(deps, accountId, tx) } : {}
  })
  deps.passwords.forget(sessionIds)
  return added
}

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newCode = () => {
  const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${half()}-${half()}`
}

function digestOf({ factorCipher }: Pick<AccountsDeps, 'factorCipher'>, code: string, accountId: string): string {
  const [digest = ''] = factorCipher.digests(code.replace('-', ''), accountId)
  return digest
}

async function newRecoveryCodes(deps: AccountsDeps, accountId: string, tx: Tx) {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  const digests = codes.map(code => digestOf(deps, code, accountId))
  await deps.factors.replaceRecoveryCodes(accountId, digests, tx)
  return codes
}

export async function replaceRecoveryCodes(deps: AccountsDeps, { ctx }: Call) {
  const actor = await requireLogin(deps, ctx)
  if ((await deps.factors.of(actor._id)).length === 0) throw notFound()
  const endpoint = securityApi.replaceRecoveryCodes
  const { writes } = await planOwnChange(deps, ctx, { actor, change: 'codes-replaced', endpoint })
  const recoveryCodes = await deps.transaction(async tx => {
    await deps.write(writes, tx)
    return newRecoveryCodes(deps, actor._id, tx)
  })
  return { recoveryCodes }
}

export async function renameFactor(deps: AccountsDeps, { ctx, input }: Call<{ id: string; name: string }>) {
  const actor = await requireLogin(deps, ctx)
  if (!(await deps.factors.rename(actor._id, input.id, input.name))) throw notFound()
  return {}
}

/** Removes an own factor. The last one goes only where the policy does not require one. */
export async function removeFactor(deps: AccountsDeps, { ctx, input }: Call<{ id: string }>) {
  const actor = await requireLogin(deps, ctx)
  const factors = await deps.factors.of(actor._id)
  const factor = factors.find(({ _id }) => _id === input.id)
  if (!factor) throw notFound()
  const isLast = factors.length === 1
  if (isLast && factorRuleOf(await deps.policy.read(), ctx.actor.role) === 'required') {
    throw new AppError('UNPROCESSABLE', securityTexts.lastFactor)
  }
  const { name } = factor
  const change = { actor, change: 'removed' as const, endpoint: securityApi.removeFactor, name }
  const { writes, sessionIds } = await planOwnChange(deps, ctx, change)
  await deps.transaction(async tx => {
    await deps.factors.remove(actor._id, input.id, tx)
    await deps.write(writes, tx)
    if (isLast) await deps.factors.removeRecoveryCodes(actor._id, tx)
  })
  deps.passwords.forget(sessionIds)
  return {}
}

/** Removes all factors of an account below and ends its sessions, including those on a lost phone. */
export async function removeFactorsOf(deps: AccountsDeps, { ctx, input }: Call<{ userId: string }>) {
  requirePermission(ctx, 'player.manage')
  await requireActor(deps, ctx)
  const account = await findInScope(deps, ctx.actor, input.userId)
  if (account._id === ctx.actor.accountId) throw notFound()
  requireManager(ctx, account)
  if (account.role === 'superadmin') await requireSecondPerson(deps, ctx, { operation: 'superadmin.change' })
  const enrolmentCode = newCode()
  const ending = await deps.sessions.planEndAll([account._id], { reason: 'factors removed', by: ctx })
  await deps.commit([
    ...removeAllFactorsWrites(account._id, digestOf(deps, enrolmentCode, account._id)),
    setUpWrite(account._id, ctx.actor, deps.now()),
    ...ending.writes,
    ...deps.notices.writes([account._id], changeOf('reset', nameOfActor(ctx.actor))),
    authorityWrite(ctx, { endpoint: securityApi.removeFactorsOf, at: deps.now(), object: account }),
  ])
  deps.passwords.forget(ending.sessionIds)
  return { enrolmentCode }
}

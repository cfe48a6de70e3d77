import { randomInt } from 'node:crypto'
import type { BodyOf } from '@cascade/contracts'
import {
  factorsMax,
  type NoticeContent,
  recoveryCodeCount,
  type securityApi,
  securityTexts,
} from '@cascade/contracts/accounts'
import { AppError, type Call, conflict, invalid, notFound, requirePermission, type Tx } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { findInScope, requireActor } from '../accounts/read-account'
import type { AccountsDeps } from '../deps'
import { factorRuleOf } from '../policy/policy-store'
import type { SealedSecret } from './factor-keys'
import { removeAllFactorsWrites, type StoredFactor } from './factor-store'
import { registrationOptions, verifyRegistration } from './passkeys'
import { describeTotp, findTotpStep, newTotpSecret } from './totp'

export async function listFactors(deps: AccountsDeps, { ctx }: Call) {
  const { accountId } = ctx.actor
  const [factors, recoveryCodesLeft] = await Promise.all([
    deps.factors.of(accountId),
    deps.factors.recoveryCodesLeft(accountId),
  ])
  const data = factors.map(({ _id, kind, name, createdAt, lastUsedAt }) => ({
    ...{ _id, kind, name },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
  return { data, recoveryCodesLeft }
}

export async function beginTotp(deps: AccountsDeps, { ctx }: Call) {
  const actor = await requireActor(deps, ctx)
  await requireRoom(deps, actor._id)
  const secret = newTotpSecret()
  const sealed = deps.factorCipher.seal(secret, actor._id)
  await deps.challenges.create({ purpose: 'totp', accountId: actor._id, secret: sealed }, `totp:${actor._id}`)
  return describeTotp(secret, actor.username)
}

export async function confirmTotp(deps: AccountsDeps, { ctx, input }: Call<BodyOf<typeof securityApi.confirmTotp>>) {
  const actor = await requireActor(deps, ctx)
  const begun = await deps.challenges.find(`totp:${actor._id}`, 'totp')
  const secretOf = (sealed: SealedSecret) => deps.factorCipher.open(sealed, actor._id)
  const step = begun && findTotpStep(secretOf(begun.secret), input.code, deps.now())
  if (!begun || step === undefined) throw invalid(securityTexts.wrongCode, 'code')
  if (!(await deps.challenges.consume(begun))) throw conflict(securityTexts.wrongCode)
  const { secret } = begun
  const name = input.name ?? 'Authenticator app'
  return addFactor(deps, actor, { kind: 'totp', secret, lastStep: step, name, ...newRow(deps, actor) })
}

export async function beginPasskey(deps: AccountsDeps, { ctx }: Call) {
  const actor = await requireActor(deps, ctx)
  const factors = await requireRoom(deps, actor._id)
  return { data: await registrationOptions(deps, actor, factors) }
}

type FactorChange = Extract<NoticeContent, { kind: 'factors-changed' }>['data']['change']
type NewPasskey = BodyOf<typeof securityApi.finishPasskey>

export async function finishPasskey(deps: AccountsDeps, { ctx, input }: Call<NewPasskey>) {
  const actor = await requireActor(deps, ctx)
  const credential = await verifyRegistration(deps, actor, input.passkey)
  return addFactor(deps, actor, { ...credential, name: input.name, ...newRow(deps, actor) })
}

const newRow = (deps: AccountsDeps, { _id: accountId }: Account) => ({
  ...{ _id: deps.newId(), accountId },
  createdAt: deps.now(),
  lastUsedAt: null,
})

async function requireRoom({ factors }: AccountsDeps, accountId: string): Promise<StoredFactor[]> {
  const found = await factors.of(accountId)
  if (found.length >= factorsMax) throw new AppError('UNPROCESSABLE', securityTexts.tooManyFactors)
  return found
}

const changeOf = (change: FactorChange, { username }: Pick<Account, 'username'>) => ({
  kind: 'factors-changed' as const,
  data: { change, by: username },
})
const notify = ({ notices }: AccountsDeps, owner: Account, change: FactorChange, tx: Tx) =>
  notices.insert([owner._id], changeOf(change, owner), tx)

async function addFactor(deps: AccountsDeps, owner: Account, factor: StoredFactor) {
  const { _id: accountId } = owner
  const before = await requireRoom(deps, accountId)
  return deps.transaction(async tx => {
    await deps.factors.insert(factor, tx)
    await notify(deps, owner, 'added', tx)
    return before.length === 0 ? { recoveryCodes: await newRecoveryCodes(deps, accountId, tx) } : {}
  })
}

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

async function newRecoveryCodes({ factors, factorCipher }: AccountsDeps, accountId: string, tx: Tx) {
  const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const codes = Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)
  const digests = codes.flatMap(code => factorCipher.digests(code.replace('-', ''), accountId).slice(0, 1))
  await factors.replaceRecoveryCodes(accountId, digests, tx)
  return codes
}

export async function replaceRecoveryCodes(deps: AccountsDeps, { ctx }: Call) {
  const actor = await requireActor(deps, ctx)
  if ((await deps.factors.of(actor._id)).length === 0) throw notFound()
  const recoveryCodes = await deps.transaction(async tx => {
    await notify(deps, actor, 'codes-replaced', tx)
    return newRecoveryCodes(deps, actor._id, tx)
  })
  return { recoveryCodes }
}

/** Removes an own factor. The last one goes only where the policy does not require one. */
export async function removeFactor(deps: AccountsDeps, { ctx, input }: Call<{ id: string }>) {
  const actor = await requireActor(deps, ctx)
  const factors = await deps.factors.of(actor._id)
  if (!factors.some(({ _id }) => _id === input.id)) throw notFound()
  const isLast = factors.length === 1
  if (isLast && factorRuleOf(await deps.policy.read(), actor.role) === 'required') {
    throw new AppError('UNPROCESSABLE', securityTexts.lastFactor)
  }
  await deps.transaction(async tx => {
    await deps.factors.remove(actor._id, input.id, tx)
    await notify(deps, actor, 'removed', tx)
    if (isLast) await deps.factors.removeRecoveryCodes(actor._id, tx)
  })
  return {}
}

/** Removes all factors of an account below, whose sessions end: whoever has the lost phone is out, too. */
export async function removeFactorsOf(deps: AccountsDeps, { ctx, input }: Call<{ userId: string }>) {
  requirePermission(ctx, 'player.manage')
  await requireActor(deps, ctx)
  const account = await findInScope(deps, ctx.actor, input.userId)
  if (account._id === ctx.actor.accountId) throw notFound()
  const ending = await deps.sessions.planEndAll([account._id], { reason: 'factors removed', by: ctx })
  const notices = deps.notices.writes([account._id], changeOf('reset', ctx.actor))
  await deps.commit([...removeAllFactorsWrites(account._id), ...ending.writes, ...notices])
  deps.passwords.forget(ending.sessionIds)
  return {}
}

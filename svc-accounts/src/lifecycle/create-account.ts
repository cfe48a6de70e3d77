import { type AccountRole, parentRoleOf, sideRoles } from '@cascade/contracts'
import {
  type CreateAccountInput,
  type CreatedAccount,
  type SecretField,
  secretFields,
} from '@cascade/contracts/accounts'
import { type Actor, type Call, invalid, requirePermission, sleep, type Tx } from '@cascade/service-kit'
import { type Account, accountEvent, creditLineOf, type Scope, StaleAccount } from '../accounts/account'
import { readViewContext, toAccountView } from '../accounts/account-view'
import { requireUntriedContacts } from '../accounts/contacts'
import { findAccount, findInScope, requireActor } from '../accounts/find-account'
import { createdRow } from '../accounts/history-store'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { accountTexts } from '../accounts/texts'
import type { AccountsDeps } from '../deps'
import { requireUncommon } from '../identity/passwords/common-passwords'
import type { Credentials, Secrets } from '../identity/passwords/credential-store'
import { setUpBy } from '../identity/passwords/credential-store'
import { requesterOf } from '../identity/passwords/hasher'
import { requireSecondPerson } from '../identity/policy/require-second-person'
import { newAccount, newPin, newSideAccount, newUniqueId, parentIdFor, requireParent } from './new-account'

/** `parentId`: parent from the path; otherwise `fields.refId` or the actor. */
type NewAccountInput = {
  role: AccountRole
  parentId?: string
  fields: CreateAccountInput
  /** Id assigned in advance, and a write of the transaction that fails if another process no longer allows it. */
  reserved?: { accountId: string; guard: (tx: Tx) => Promise<unknown> }
}
type Created = { message: string; data: CreatedAccount }

/**
 * Creates an account with its wallet and secrets in one transaction; an admin also gets its gift, loan and otc accounts.
 * Returns the generated username and, if none was given, the generated PIN, which is never returned again. A retry with
 * the same idempotency key returns the account without the PIN.
 */
export async function createAccount(deps: AccountsDeps, { ctx, input }: Call<NewAccountInput>): Promise<Created> {
  const { role, fields, reserved } = input
  const { actor } = ctx
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  const parentId = await resolveParentId(deps, actor, input)
  // Checked before the expensive hashes, and again on each write attempt.
  const parentNow = await findParent(deps, actor, { role, parentId })
  await requireGames(deps, fields.games)
  await requireUntriedContacts(deps, actor, fields)
  if (!reserved) await requireSecondPerson(deps, ctx, toNeed(role, fields, parentNow), role)
  const generatedPin = fields.pin === undefined ? newPin() : undefined
  const secrets = await hashSecrets(deps, { password: fields.password, pin: fields.pin ?? generatedPin }, actor)
  const isTemporary = (await deps.policy.read()).policy.temporaryPasswords
  const request = { role, parentId, fields: withoutSecrets(fields) }

  const creation = await deps.creationKeys.once(ctx, request, keep =>
    retryOnConflict(async () => {
      const parent = await findParent(deps, actor, { role, parentId })
      const account = newAccount(role, parent, fields, await createIdentity(deps, role, reserved?.accountId))
      const sides = role === 'admin' ? await createSideAccounts(deps, account) : []
      const joined = await readViewContext(deps, actor, [account])
      await deps.transaction(async tx => {
        await keep({ accountId: account._id }, tx)
        await reserved?.guard(tx)
        if (parent) await deps.accounts.countChild(parent, account, tx)
        if (role === 'superadmin' && account.active) await deps.accounts.countSuperadmin(tx)
        await insertAccounts(
          deps,
          [
            { account, secrets: { ...(secrets && { ...secrets, isTemporary }), setUps: setUpBy(actor, deps.now()) } },
            ...sides.map(withoutLogin),
          ],
          tx,
        )
        const events = [account, ...sides].map(one => accountEvent('created', one, ctx))
        await deps.writeEvents(events, tx)
        const historyRows = [account, ...sides].map(one => createdRow(one, ctx, one.createdAt))
        await deps.history.insert(historyRows, tx)
      })
      return { ...toAccountView(account, joined), ...(generatedPin === undefined ? {} : { pin: generatedPin }) }
    }),
  )
  if ('done' in creation) return { message: accountTexts.created, data: creation.done }
  const account = await findInScope(deps, actor, creation.before.accountId)
  ctx.setHeader('Idempotent-Replayed', 'true')
  return { message: accountTexts.created, data: toAccountView(account, await readViewContext(deps, actor, [account])) }
}

/** The account created by the actor under an idempotency key, while the key is stored. */
export async function readCreated(deps: AccountsDeps, { ctx, input }: Call<{ key: string }>) {
  requirePermission(ctx, 'player.manage')
  const created = await deps.creationKeys.find(ctx.actor.accountId, input.key)
  if (!created) return { data: null }
  const account = await findInScope(deps, ctx.actor, created.accountId)
  return { data: toAccountView(account, await readViewContext(deps, ctx.actor, [account])) }
}

/** The parent from the path or the fields. @throws AppError NOT_FOUND if the path names no parent of that level in scope */
async function resolveParentId(deps: AccountsDeps, actor: Scope, { role, parentId, fields }: NewAccountInput) {
  const parentRole = parentRoleOf(role)
  if (parentId === undefined || parentRole === undefined) return parentIdFor(actor, role, fields.refId)
  return (await findAccount(deps, actor, { role: parentRole, id: parentId }))._id
}

function toNeed(role: AccountRole, { firstName, lastName, email }: CreateAccountInput, parent: Account | undefined) {
  const name = `${firstName} ${lastName}`
  const details = { role, name, ...(email && { email }), ...(parent && { parent: parent.username }) }
  return { operation: 'account.create' as const, details }
}

async function findParent(
  deps: AccountsDeps,
  actor: Scope,
  { role, parentId }: { role: AccountRole; parentId: string | undefined },
): Promise<Account | undefined> {
  return parentId === undefined ? undefined : requireParent(actor, role, await deps.accounts.find(parentId))
}

function withoutSecrets(fields: CreateAccountInput): object {
  const left: readonly string[] = [...secretFields, 'authUser']
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name)))
}

const withoutLogin = (account: Account) => ({ account })

async function createIdentity(deps: AccountsDeps, role: AccountRole, _id = deps.newId()) {
  const username = `${role}${await deps.accounts.nextNumber(role)}`
  return { _id, uniqueId: newUniqueId(), username, at: deps.now() }
}

const createSideAccounts = (deps: AccountsDeps, admin: Account): Promise<Account[]> =>
  Promise.all(sideRoles.map(async role => newSideAccount(role, admin, await createIdentity(deps, role))))

type NewRow = { account: Account; secrets?: Omit<Credentials, '_id'> }

/** Inserts accounts with their wallets and secrets. The wallet of an inactive account starts frozen. */
export async function insertAccounts(deps: AccountsDeps, rows: readonly NewRow[], tx: Tx): Promise<void> {
  const accounts = rows.map(({ account }) => account)
  await deps.accounts.insert(accounts, tx)
  await deps.credentials.insert(
    rows.map(({ account, secrets }) => ({ _id: account._id, ...secrets })),
    tx,
  )
  const wallets = accounts.map(account => {
    const { _id: walletId, active, createdAt: at } = account
    const creditLine = creditLineOf(account)
    const status = active ? ('active' as const) : ('frozen' as const)
    return { walletId, status, ...(creditLine === undefined ? {} : { creditLine }), at }
  })
  await deps.ledger.openWallets(wallets, tx)
}

const firstUsername = 'superadmin'

/** Creates the first superadmin on an empty database; safe with several replicas. */
export async function ensureSuperadmin(deps: AccountsDeps, password: string | undefined): Promise<void> {
  if (await deps.accounts.hasSuperadmin()) return
  if (password === undefined) {
    throw new Error('The database has no superadmin yet: set SUPERADMIN_PASSWORD to the first password.')
  }
  await requireUncommon(password, 'SUPERADMIN_PASSWORD')
  const account = newAccount(
    'superadmin',
    undefined,
    { firstName: 'Super', lastName: 'Admin' },
    { _id: deps.newId(), uniqueId: newUniqueId(), username: firstUsername, at: deps.now() },
  )
  const secrets = { password: await deps.hasher.hash(password) }
  try {
    await deps.transaction(async tx => {
      await deps.accounts.countSuperadmin(tx)
      await insertAccounts(deps, [{ account, secrets }], tx)
      await deps.writeEvents([accountEvent('created', account, { requestId: 'bootstrap' })], tx)
    })
  } catch (error) {
    if (!(error instanceof StaleAccount)) throw error
  }
}

type SecretInput = { [Secret in SecretField]?: CreateAccountInput[Secret] }

/** Hashes the given secrets; undefined without any. @throws AppError VALIDATION for a common password */
export async function hashSecrets(
  { hasher }: Pick<AccountsDeps, 'hasher'>,
  input: SecretInput,
  actor: Actor,
): Promise<Secrets | undefined> {
  const names = secretFields.filter(name => input[name] !== undefined)
  if (names.length === 0) return undefined
  if (input.password !== undefined) await requireUncommon(input.password, 'password')
  const secrets: Secrets = {}
  for (const name of names) secrets[name] = await hasher.hash(String(input[name]), requesterOf(actor))
  return secrets
}

/** A new game may not have reached the replica yet. */
const gameWaitMsMax = 3_000
const pollAfterMs = 100

/** @throws AppError VALIDATION at `games` for an unknown or removed game */
export async function requireGames({ games }: Pick<AccountsDeps, 'games'>, ids: readonly string[] = []): Promise<void> {
  const deadline = performance.now() + gameWaitMsMax
  for (;;) {
    const { isComplete, hasRemoved } = await games.check(ids)
    if (isComplete && !hasRemoved) return
    if (hasRemoved || performance.now() > deadline) throw invalid(accountTexts.unknownGame, 'games')
    await sleep(pollAfterMs)
  }
}

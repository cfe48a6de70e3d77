import { type AccountRole, parentRoleOf, sideRoles } from '@cascade/contracts'
import {
  type CreateAccountInput,
  type CreatedAccount,
  type SecretField,
  secretFields,
} from '@cascade/contracts/accounts'
import { type Actor, type Ask, invalid, isInScope, requirePermission, sleep, type Tx } from '@cascade/service-kit'
import type { Secrets } from '../credentials/credential-store'
import { requesterOf, requireUncommon } from '../credentials/password'
import type { AccountsDeps } from '../deps'
import { type Account, accountEvent, creditLineOf, type Scope, StaleAccount } from './account'
import { joinedOf, viewOf } from './account-view'
import { emailContact, phoneContact } from './account-writes'
import { createdRow } from './history-store'
import { newAccount, newPin, newSideAccount, newUniqueId, parentIdFor, requireParent } from './new-account'
import { findAccount, findInScope, requireActor } from './read-account'
import { retryOnConflict } from './retry-on-conflict'
import { accountTexts } from './texts'

/** `parentId` is given where the path names the parent, else the fields may. */
type NewAccountInput = { role: AccountRole; parentId?: string; fields: CreateAccountInput }
type Created = { message: string; data: CreatedAccount }

/**
 * Makes an account with its wallet and its secrets in one transaction; an admin comes with its gift, loan and otc
 * accounts. Answers the generated username, and the PIN where none was given: no read ever answers it again. The same
 * idempotency key makes no second account, and tells no PIN again.
 */
export async function createAccount(deps: AccountsDeps, { ctx, input }: Ask<NewAccountInput>): Promise<Created> {
  const { role, fields } = input
  const { actor } = ctx
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  const parentId = await resolveParentId(deps, actor, input)
  // Asked before the costly hashes, and again with each try to write.
  await findParent(deps, actor, { role, parentId })
  await requireGames(deps, fields.games)
  const generatedPin = fields.pin === undefined ? newPin() : undefined
  const secrets = await hashSecrets(deps, { password: fields.password, pin: fields.pin ?? generatedPin }, actor)
  const request = { role, parentId, fields: withoutSecrets(fields) }

  const creation = await deps.creationKeys.once(ctx, request, keep =>
    retryOnConflict(async () => {
      const parent = await findParent(deps, actor, { role, parentId })
      const account = newAccount(role, parent, fields, await createIdentity(deps, role))
      const sides = role === 'admin' ? await createSideAccounts(deps, account) : []
      const joined = await joinedOf(deps, actor, [account])
      await deps.transaction(async tx => {
        await keep({ accountId: account._id }, tx)
        if (parent) await deps.accounts.countChild(parent, account, tx)
        if (role === 'superadmin' && account.active) await deps.accounts.countSuperadmin(tx)
        await insertAccounts(deps, [{ account, ...(secrets ? { secrets } : {}) }, ...sides.map(withoutLogin)], tx)
        const events = [account, ...sides].map(one => accountEvent('created', one, ctx))
        await deps.writeEvents(events, tx)
        const lines = [account, ...sides].map(one => createdRow(one, ctx, one.createdAt))
        await deps.history.insert(lines, tx)
      })
      return { ...viewOf(account, joined), ...(generatedPin === undefined ? {} : { pin: generatedPin }) }
    }),
  )
  if ('done' in creation) return { message: accountTexts.created, data: creation.done }
  const account = await findInScope(deps, actor, creation.before.accountId)
  ctx.setHeader('Idempotent-Replayed', 'true')
  return { message: accountTexts.created, data: viewOf(account, await joinedOf(deps, actor, [account])) }
}

/** The account that a create of the actor has made under a key, for as long as keys are remembered. */
export async function readCreated(deps: AccountsDeps, { ctx, input }: Ask<{ key: string }>) {
  requirePermission(ctx, 'player.manage')
  const created = await deps.creationKeys.find(ctx.actor.accountId, input.key)
  if (!created) return { data: null }
  const account = await findInScope(deps, ctx.actor, created.accountId)
  return { data: viewOf(account, await joinedOf(deps, ctx.actor, [account])) }
}

/** The parent that the path or the fields name. A path below nobody of the right level in scope leads nowhere. */
async function resolveParentId(deps: AccountsDeps, actor: Scope, { role, parentId, fields }: NewAccountInput) {
  const parentRole = parentRoleOf(role)
  if (parentId === undefined || parentRole === undefined) return parentIdFor(actor, role, fields.refId)
  return (await findAccount(deps, actor, { role: parentRole, id: parentId }))._id
}

async function findParent(
  deps: AccountsDeps,
  actor: Scope,
  { role, parentId }: { role: AccountRole; parentId: string | undefined },
): Promise<Account | undefined> {
  return parentId === undefined ? undefined : requireParent(actor, role, await deps.accounts.find(parentId))
}

/** What two requests with one key must have in common; what is ignored may differ. */
function withoutSecrets(fields: CreateAccountInput): object {
  const left: readonly string[] = [...secretFields, 'authUser']
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name)))
}

const withoutLogin = (account: Account) => ({ account })

/** Id, public id and generated username of an account to be. */
async function createIdentity(deps: AccountsDeps, role: AccountRole) {
  const username = `${role}${await deps.accounts.nextNumber(role)}`
  return { _id: deps.newId(), uniqueId: newUniqueId(), username, at: deps.now() }
}

const createSideAccounts = (deps: AccountsDeps, admin: Account): Promise<Account[]> =>
  Promise.all(sideRoles.map(async role => newSideAccount(role, admin, await createIdentity(deps, role))))

type NewRow = { account: Account; secrets?: Secrets }

/** Accounts with their wallets and secrets. An inactive account starts frozen: no credit to or from it. */
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

/** Makes the first superadmin on an empty database; several replicas may try at once. */
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

type Contacts = { emails?: string | undefined; phones?: string | undefined }

/**
 * Those of some emails and phones that a live account of the actor's branch has. Contacts are unique everywhere, but a
 * list of them is no business of others: of theirs only the create of an account says so, one by one and logged.
 */
export async function listTakenContacts(deps: AccountsDeps, { ctx, input }: Ask<Contacts>) {
  requirePermission(ctx, 'player.manage')
  const [emails, phones] = [splitList(input.emails), splitList(input.phones).map(Number)]
  const found = await deps.accounts.findContacts([...emails.map(emailContact), ...phones.map(phoneContact)])
  const owners = await deps.accounts.findMany(found.map(({ accountId }) => accountId))
  const ownIds = new Set(owners.filter(account => isInScope(ctx.actor, account)).map(({ _id }) => _id))
  const taken = new Set(found.flatMap(({ _id, accountId }) => (ownIds.has(accountId) ? [_id] : [])))
  return {
    data: {
      emails: emails.filter(email => taken.has(emailContact(email))),
      phones: phones.filter(phone => taken.has(phoneContact(phone))).map(String),
    },
  }
}

const splitList = (text: string | undefined) => text?.split(',') ?? []

type SecretInput = { [Secret in SecretField]?: CreateAccountInput[Secret] }

/** Hashes of those secrets that are given; undefined when there are none. @throws AppError VALIDATION for a common password. */
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

/** A game that was made a moment ago may still be on its way here. */
const gameWaitMsMax = 3_000
const pollAfterMs = 100

/** An admin offers games that exist. @throws AppError VALIDATION at `games`. */
export async function requireGames({ games }: Pick<AccountsDeps, 'games'>, ids: readonly string[] = []): Promise<void> {
  const deadline = performance.now() + gameWaitMsMax
  for (;;) {
    const { isComplete, hasRemoved } = await games.check(ids)
    if (isComplete && !hasRemoved) return
    if (hasRemoved || performance.now() > deadline) throw invalid(accountTexts.unknownGame, 'games')
    await sleep(pollAfterMs)
  }
}

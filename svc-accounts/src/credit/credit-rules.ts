import { isDeepStrictEqual } from 'node:util'
import type { AccountRole } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { type Ctx, forbidden, invalid, isInScope, notFound, requirePermission } from '@cascade/service-kit'
import { type Account, ancestorIds, ancestorOf, isBelow, type Scope, StaleAccount } from '../accounts/account'
import { type Joined, joinedOf } from '../accounts/account-view'
import { requireAccount, requireActor } from '../accounts/read-account'
import type { AccountsDeps } from '../deps'
import type { Precondition } from '../ledger'
import { accountTexts } from '../texts'

type Who = Parameters<typeof authoriseCredit>[1]
type Planned<Plan> = {
  planned: Plan
  /** What the ledger asks at each try before it commits: all of it is read again. */
  confirm: () => Promise<void>
  authorised: () => Promise<Authorised>
}

/**
 * Plans a booking on the parties as this process remembers them, so that the ledger begins at once; they are read while
 * it writes, and it commits nothing before that has given the same plan. Where nothing is remembered, or memory would
 * refuse, it is planned on what was read.
 * @param plan tells from the parties all that the booking depends on; it throws where they are not entitled.
 */
export async function planCredit<Plan>(
  deps: AccountsDeps,
  { ctx, sides, plan }: { ctx: Who; sides: CreditSides; plan: (parties: Parties) => Plan },
): Promise<Planned<Plan>> {
  let reading: Promise<Authorised> | undefined
  const read = () => (reading = authoriseCredit(deps, ctx, sides))
  const authorised = () => reading ?? read()
  const early = ifAllowed(() => {
    const remembered = rememberedParties(deps, ctx, sides)
    return remembered && plan(remembered)
  })
  const planned = early ?? plan(await authorised())
  const confirm = async () => {
    if (!isDeepStrictEqual(plan(await read()), planned)) throw new StaleAccount()
  }
  return { planned, confirm, authorised }
}

function ifAllowed<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/**
 * The accounts by which a target hangs below the actor: when one of them moves, the target is taken away with it.
 * Nothing moves out of a superadmin's sight.
 */
export function idsBetween(actor: Scope, target: Pick<Account, '_id' | 'ancestry'>): string[] {
  if (actor.role === 'superadmin' || target._id === actor.accountId) return []
  const above = ancestorIds(target.ancestry)
  return above.slice(above.indexOf(ancestorOf(target.ancestry, actor.role) ?? '') + 1)
}

/**
 * What the ledger checks again in its own transaction: that neither the actor was suspended nor anybody between them
 * and the target moved since rights were checked.
 * @throws StaleAccount when the accounts between and the target were read at different times and do not hang together.
 */
export function preconditionsOf(
  actor: Account,
  between: readonly (Account | undefined)[],
  target: Account,
): Precondition[] {
  const chain = [actor, ...between]
  const isWhole = between.length === 0 || [...between, target].every((one, at) => one?.parentId === chain[at]?._id)
  if (!isWhole) throw new StaleAccount()
  return chain.flatMap(one => (one ? { walletId: one._id, scopeVersion: one.scopeVersion } : []))
}

/**
 * Whose credit is sent: the acting user's, or that of the receiver's parent where it stands in the actor's scope. Any
 * other account in scope is refused; out of scope is as good as missing.
 */
export function requireSender(actor: Scope, sender: Account | undefined, target: Account): Account {
  if (!sender || !isInScope(actor, sender)) throw notFound()
  const isActor = sender._id === actor.accountId
  if (!isActor && sender._id !== target.parentId) throw forbidden(accountTexts.wrongSender)
  return sender
}

/** Credit goes between an account and one below it, never from an account to itself. */
export function requireDistinct(actor: Scope, sender: Account, target: Account): void {
  if (sender._id === target._id) throw invalid(accountTexts.sameWallet, 'toUserId')
  if (!isBelow(actor, target)) throw notFound()
}

/** No credit to or from a suspended account. */
export function requireActive(...accounts: readonly Account[]): void {
  if (accounts.some(account => !account.active)) throw forbidden(authTexts.inactive)
}

/** The accounts that a credit call names; `parentId` is given where the path names the parent of the target. */
export type CreditSides = {
  role: AccountRole
  parentId?: string | undefined
  toUserId: string
  userId?: string | undefined
}

/** AuthoriseCreditWho takes part in a credit call, in scope and entitled. */
export type Parties = { actor: Account; sender: Account; target: Account; preconditions: Precondition[] }

/** The same with what the answer shows: the accounts of the level whose balance will change. */
export type Authorised = Parties & { shown: Account[]; joined: Joined }

type AuthoriseCreditWho = Pick<Ctx, 'actor'>

/** Reads everything that a credit call is decided and answered on. */
async function authoriseCredit(deps: AccountsDeps, ctx: AuthoriseCreditWho, sides: CreditSides): Promise<Authorised> {
  requirePermission(ctx, `${sides.role}.manage`)
  const [actor, known] = await Promise.all([
    requireActor(deps, ctx),
    deps.accounts.findWithAncestors(idsOf(ctx, sides)),
  ])
  const parties = partiesOf(ctx, sides, known, actor)
  const { sender, target } = parties
  const shown = [target, ...(sender.role === sides.role && sender._id !== target._id ? [sender] : [])]
  const read = { parents: [...known.values()], booking: [sender._id, target._id] }
  return { ...parties, shown, joined: await joinedOf(deps, ctx.actor, shown, read) }
}

/**
 * The parties as this process last read them; undefined where it does not remember them. Whoever plans on them has it
 * confirmed by `authoriseCredit` before anything is booked.
 * @throws what the rights as they were would be refused with; it tells nothing of the rights as they are.
 */
function rememberedParties(
  deps: Pick<AccountsDeps, 'accounts'>,
  ctx: AuthoriseCreditWho,
  sides: CreditSides,
): Parties | undefined {
  const known = deps.accounts.rememberedWithAncestors(idsOf(ctx, sides))
  const actor = known?.get(ctx.actor.accountId)
  return known && actor && partiesOf(ctx, sides, known, actor)
}

const idsOf = ({ actor }: AuthoriseCreditWho, { toUserId, userId = actor.accountId }: CreditSides) => [
  ...new Set([toUserId, userId, actor.accountId]),
]

function partiesOf(
  ctx: AuthoriseCreditWho,
  { role, parentId, toUserId, userId = ctx.actor.accountId }: CreditSides,
  known: ReadonlyMap<string, Account>,
  actor: Account,
): Parties {
  const target = requireAccount(ctx.actor, known.get(toUserId), { role, parentId })
  const sender = requireSender(ctx.actor, known.get(userId), target)
  const chain = idsBetween(ctx.actor, target).map(id => known.get(id))
  return { actor, sender, target, preconditions: preconditionsOf(actor, chain, target) }
}

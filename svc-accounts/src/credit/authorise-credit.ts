import type { AccountRole } from '@cascade/contracts'
import { type Ctx, requirePermission } from '@cascade/service-kit'
import { type Joined, joinedOf } from '../accounts/read/account-view'
import { requireAccount } from '../accounts/read/find-account'
import { requireActor } from '../accounts/read/require-actor'
import type { Account } from '../accounts/rules/account'
import type { AccountsDeps } from '../deps'
import type { Precondition } from '../ledger'
import { idsBetween, preconditionsOf } from './preconditions'
import { requireSender } from './sender-rules'

/** The accounts that a credit call names; `parentId` is given where the path names the parent of the target. */
export type CreditSides = {
  role: AccountRole
  parentId?: string | undefined
  toUserId: string
  userId?: string | undefined
}

/** Who takes part in a credit call, in scope and entitled. */
export type Parties = { actor: Account; sender: Account; target: Account; preconditions: Precondition[] }

/** The same with what the answer shows: the accounts of the level whose balance will change. */
export type Authorised = Parties & { shown: Account[]; joined: Joined }

type Who = Pick<Ctx, 'actor'>

/** Reads everything that a credit call is decided and answered on. */
export async function authoriseCredit(deps: AccountsDeps, ctx: Who, sides: CreditSides): Promise<Authorised> {
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
export function rememberedParties(
  deps: Pick<AccountsDeps, 'accounts'>,
  ctx: Who,
  sides: CreditSides,
): Parties | undefined {
  const known = deps.accounts.rememberedWithAncestors(idsOf(ctx, sides))
  const actor = known?.get(ctx.actor.accountId)
  return known && actor && partiesOf(ctx, sides, known, actor)
}

const idsOf = ({ actor }: Who, { toUserId, userId = actor.accountId }: CreditSides) => [
  ...new Set([toUserId, userId, actor.accountId]),
]

function partiesOf(
  ctx: Who,
  { role, parentId, toUserId, userId = ctx.actor.accountId }: CreditSides,
  known: ReadonlyMap<string, Account>,
  actor: Account,
): Parties {
  const target = requireAccount(ctx.actor, known.get(toUserId), { role, parentId })
  const sender = requireSender(ctx.actor, known.get(userId), target)
  const chain = idsBetween(ctx.actor, target).map(id => known.get(id))
  return { actor, sender, target, preconditions: preconditionsOf(actor, chain, target) }
}

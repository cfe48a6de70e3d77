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

/** Everything that a credit call is decided and answered on, read before it is booked. */
export type Authorised = {
  actor: Account
  sender: Account
  target: Account
  preconditions: Precondition[]
  /** The accounts of the level whose balance will change: those that the answer shows. */
  shown: Account[]
  joined: Joined
}

/** Who takes part, in scope and entitled. */
export async function authoriseCredit(
  deps: AccountsDeps,
  ctx: Pick<Ctx, 'actor'>,
  { role, parentId, toUserId, userId = ctx.actor.accountId }: CreditSides,
): Promise<Authorised> {
  requirePermission(ctx, `${role}.manage`)
  const [actor, known] = await Promise.all([
    requireActor(deps, ctx),
    deps.accounts.findWithAncestors([toUserId, userId]),
  ])
  const target = requireAccount(ctx.actor, known.get(toUserId), { role, parentId })
  const sender = requireSender(ctx.actor, known.get(userId), target)
  const shown = [target, ...(sender.role === role && sender._id !== target._id ? [sender] : [])]
  const read = { parents: [...known.values()], booking: [sender._id, target._id] }
  const joined = await joinedOf(deps, ctx.actor, shown, read)
  const chain = idsBetween(ctx.actor, target).map(id => known.get(id))
  return { actor, sender, target, preconditions: preconditionsOf(actor, chain, target), shown, joined }
}

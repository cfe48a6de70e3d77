import type { AccountRole } from '@cascade/contracts'
import { type Ctx, requirePermission } from '@cascade/service-kit'
import { aboveIdsOf, type Joined, joinedOf } from '../accounts/read/account-view'
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

/** Who takes part, in scope and entitled. Ancestors between actor and target are read after the target. */
export async function authoriseCredit(
  deps: AccountsDeps,
  ctx: Pick<Ctx, 'actor'>,
  { role, parentId, toUserId, userId = ctx.actor.accountId }: CreditSides,
): Promise<Authorised> {
  requirePermission(ctx, `${role}.manage`)
  const [actor, found, named] = await Promise.all([
    requireActor(deps, ctx),
    deps.accounts.find(toUserId),
    deps.accounts.find(userId),
  ])
  const target = requireAccount(ctx.actor, found, { role, parentId })
  const sender = requireSender(ctx.actor, named, target)
  const shown = [target, ...(sender.role === role && sender._id !== target._id ? [sender] : [])]
  const between = idsBetween(ctx.actor, target)
  const reading = deps.accounts.findMany([...between, ...aboveIdsOf(shown)])
  const booking = [sender._id, target._id]
  const [rows, joined] = await Promise.all([reading, joinedOf(deps, ctx.actor, shown, { reading, booking })])
  const byId = new Map(rows.map(account => [account._id, account]))
  const chain = between.map(id => byId.get(id))
  return { actor, sender, target, preconditions: preconditionsOf(actor, chain, target), shown, joined }
}

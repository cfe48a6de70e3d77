import { type Ask, notFound, requirePermission } from '@cascade/service-kit'
import { findAccount, type Target } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'
import { ownersOf } from './load-senders'

/** The acting user's record, as the credit screens of gift, loan and otc accounts ask for it. */
export async function loadSender(deps: AccountsDeps, { ctx, input }: Ask<Target>) {
  requirePermission(ctx, `${input.role}.manage`)
  await findAccount(deps, ctx.actor, input)
  const actor = await deps.accounts.find(ctx.actor.accountId)
  const [owner] = actor ? await ownersOf(deps, [actor]) : []
  if (!owner) throw notFound()
  const { _id, username, walletBalance } = owner
  return { data: { _id, username, walletBalance }, senderAmount: { _id, walletBalance } }
}

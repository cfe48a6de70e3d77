import { type Role, toPoints } from '@cascade/contracts'
import { reversalEndOf, reversibleUntil, type Transfer, type TransferLink } from '@cascade/contracts/accounts'
import { type Actor, agentsOf, type Call, isInScope, notFound, requirePermission } from '@cascade/service-kit'
import type { Scope } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import { type BookedTransfer, issuerId, type TransferLink as StoredLink } from '../ledger'
import { findReversalFault, isVisible, type Parties } from './reversal-rules'

type Leg = BookedTransfer['legs'][number]

/** A transfer that touches the subtree; those of games have their own screens. */
export async function readTransfer(deps: AccountsDeps, { ctx, input }: Call<{ transferId: string }>) {
  requirePermission(ctx, 'credit.read')
  const { actor } = ctx
  const transfer = await deps.ledger.findTransfer(input.transferId)
  const [from, to] = transfer?.isPlay ? [] : (transfer?.legs ?? [])
  if (!transfer || !from || !to) throw notFound()
  const parties = await readParties(deps, actor, transfer)
  const isReversible = !transfer.reversedBy && !findReversalFault(actor, transfer, { ...parties, now: deps.now() })
  const visibleIds = transfer.accountIds.filter(id => isInScope(actor, parties.accounts.get(id)))
  const balances = await deps.balances(visibleIds)
  const { transferId, kind, amount, note, by, createdAt } = transfer
  const data: Transfer = {
    transferId,
    kind,
    amount: toPoints(amount),
    from: toParty(from, balances.get(from.walletId)),
    to: toParty(to, balances.get(to.walletId)),
    note,
    by: { accountId: by.id, username: by.username, role: by.role, ...agentsOf(by) },
    createdAt: createdAt.toISOString(),
    ...toLinks(transfer),
    ...(isReversible && { reversibleUntil: reversalEndOf(transfer)?.toISOString() }),
  }
  return { data }
}

/** @throws AppError NOT_FOUND unless the transfer touches the viewer's subtree */
export async function readParties(
  { accounts: store }: Pick<AccountsDeps, 'accounts'>,
  viewer: Scope,
  transfer: BookedTransfer,
): Promise<Parties> {
  const [booker, accounts] = await Promise.all([
    store.findPosition(transfer.by.id),
    store.findWithAncestors(transfer.accountIds),
  ])
  const parties = { booker, accounts }
  if (!isVisible(viewer, transfer, parties)) throw notFound()
  return parties
}

export const toParty = ({ walletId, username, role }: Leg, balance: bigint | null | undefined): Transfer['from'] => ({
  ...(walletId !== issuerId && { accountId: walletId }),
  username,
  role,
  ...(typeof balance === 'bigint' && { balance: toPoints(balance) }),
})

export const toLink = ({ transferId, at, by }: StoredLink): TransferLink => ({
  transferId,
  createdAt: at.toISOString(),
  by,
})

const toLinks = ({ reverses, reversedBy }: Pick<BookedTransfer, 'reverses' | 'reversedBy'>) => ({
  ...(reverses && { reverses: toLink(reverses) }),
  ...(reversedBy && { reversedBy: toLink(reversedBy) }),
})

type Row = Pick<BookedTransfer, 'kind' | 'createdAt' | 'by' | 'reverses' | 'reversedBy'>

/** Links of a row in a list, and until when the viewer may reverse it. */
export function toReversalFields(row: Row, viewer: Pick<Actor, 'username'> & { role: Role }) {
  const until = reversibleUntil(row, viewer)
  return { ...toLinks(row), ...(until !== undefined && { reversibleUntil: until }) }
}

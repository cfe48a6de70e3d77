import { can, isBackOfficeRole, toHundredths, toPoints } from '@cascade/contracts'
import type { Approval } from '@cascade/contracts/accounts'
import { isInScope } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import type { StoredApproval } from './approval-store'

/**
 * Another person who sees the requester, at its level or above, with the permission of the call. A superadmin also decides
 * about calls that only admins make. Nobody decides through an account made for it: it must be older than the request.
 */
export function mayDecide(
  viewer: Pick<Account, '_id' | 'role' | 'createdAt'>,
  { permission, createdAt }: Pick<StoredApproval, 'permission' | 'createdAt'>,
  requester: Pick<Account, '_id' | 'role' | 'ancestry'>,
): boolean {
  const { _id: accountId, role } = viewer
  if (accountId === requester._id || !isBackOfficeRole(role) || viewer.createdAt > createdAt) return false
  return isInScope({ accountId, role }, requester) && (role === 'superadmin' || can(role, permission))
}

/** As `viewerId` sees it. */
export function toApproval(row: StoredApproval, { viewerId, now }: { viewerId: string; now: Date }): Approval {
  const { _id, operation, object, amount, note, reason, decidedBy, createdAt, endsAt } = row
  const state = row.state === 'open' && endsAt <= now ? 'expired' : row.state
  return {
    _id,
    operation,
    state,
    by: row.requester.username,
    object,
    details: detailsOf(row),
    ...(amount !== undefined && { amount }),
    ...(note !== undefined && { note }),
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(reason !== undefined && { reason }),
    ...(decidedBy !== undefined && { [state === 'declined' ? 'declinedBy' : 'approvedBy']: decidedBy }),
    isOwn: row.requester.accountId === viewerId,
  }
}

/** Shown elsewhere, or without a meaning for a reader. */
const hiddenFields =
  /^(password|authUser|id|role|parentId|userId|toUserId|adminId|transferAmount|adjustAmount|note|reason)$/

/** Values of body and query as text. */
function detailsOf({ path, body = '{}', accountId }: StoredApproval): Record<string, string> {
  const query = Object.fromEntries(new URL(path, 'http://x').searchParams)
  const values = Object.entries({ ...query, ...(JSON.parse(body) as object) })
  const fields = values.filter(([field]) => !hiddenFields.test(field))
  // Ids of percentages begin with that of the admin.
  return Object.fromEntries(fields.map(([field, value]) => [field, textOf(value).replaceAll(`${accountId}_`, '')]))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(' ') : String(value)
}

const isCredit = ({ endpointId }: StoredApproval) => /\.(transfer|adjust)$/.test(endpointId)
const takesBack = ({ operation, body = '{}' }: StoredApproval) =>
  operation === 'credit.adjust' && JSON.parse(body).transactionType !== 'debit'

/** Adds the balances before and after to open requests for credit. */
export async function withBalances(
  { balances }: Pick<AccountsDeps, 'balances'>,
  rows: readonly { row: StoredApproval; approval: Approval }[],
): Promise<Approval[]> {
  const open = rows.filter(({ row, approval }) => approval.state === 'open' && isCredit(row))
  const found = await balances([...new Set(open.map(({ row }) => row.accountId))])
  return rows.map(({ row, approval }) => {
    const before = open.some(each => each.row === row) ? found.get(row.accountId) : undefined
    if (before === undefined) return approval
    const amount = toHundredths(row.amount ?? 0)
    const after = takesBack(row) ? before - amount : before + amount
    return { ...approval, balance: { before: toPoints(before), after: toPoints(after) } }
  })
}

import { isBackOfficeRole, treeRoles } from '@cascade/contracts'
import type { CaseParty } from '@cascade/contracts/reports'
import {
  type AccountRow,
  type Actor,
  accountInScope,
  accountsOf,
  isInScope,
  notFound,
  type Tx,
} from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import type { ComplaintRow } from '../complaints/complaint-store'

/**
 * A case with its account, which messages of the public do not have: those are the superadmins'.
 * @throws AppError NOT_FOUND if it does not exist or is out of scope
 */
export async function caseInScope(
  { db, complaints }: ReportsDeps,
  actor: Actor,
  id: string,
  tx?: Tx,
): Promise<{ row: ComplaintRow; account?: AccountRow }> {
  const row = await complaints.find(id, tx)
  if (!row) throw notFound()
  if (row.account) return { row, account: await accountInScope(db, actor, row.account.accountId) }
  if (actor.role !== 'superadmin') throw notFound()
  return { row }
}

/** Cases of accounts in the actor's subtree, without messages of the public. */
export const casesBelow = ({ role, accountId }: Pick<Actor, 'role' | 'accountId'>): Filter<ComplaintRow> =>
  role === 'superadmin' ? { 'account.accountId': { $exists: true } } : { path: accountId }

/** Ids of an account and of all above it. */
export const pathOf = ({ _id, ancestry }: Pick<AccountRow, '_id' | 'ancestry'>): string[] => [
  ...new Set([_id, ...Object.values(ancestry)]),
]

const superadminsMax = 100

/** Accounts in the actor's subtree that a case can be assigned to: those of its path, and superadmins. */
export async function candidatesFor(
  { db }: Pick<ReportsDeps, 'db'>,
  actor: Actor,
  { path = [] }: Pick<ComplaintRow, 'path'>,
): Promise<CaseParty[]> {
  const filter = { $or: [{ _id: { $in: path } }, { role: 'superadmin' as const }], deleted: false }
  const accounts = await accountsOf(db)
    .find(filter)
    .limit(superadminsMax + treeRoles.length)
    .toArray()
  const rank = ({ role }: AccountRow) => (treeRoles as readonly string[]).indexOf(role)
  return accounts
    .filter(account => isBackOfficeRole(account.role) && isInScope(actor, account))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ _id: accountId, username, role }) => ({ accountId, username, role }))
}

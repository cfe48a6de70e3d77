import { toPoints } from '@cascade/contracts'
import type { StatementRow } from '@cascade/contracts/accounts'
import type { Scope } from '../accounts/account'
import { findInScope } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'

export type StatementRange = {
  page?: number | undefined
  size?: number | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

const defaultSize = 50

/** Entries of one wallet, newest first, with what each left. */
export async function readStatement(
  deps: AccountsDeps,
  actor: Scope,
  accountId: string,
  { page = 1, size = defaultSize, startDate, endDate }: StatementRange,
): Promise<{ data: StatementRow[]; total: number }> {
  const account = await findInScope(deps, actor, accountId)
  const { rows, total } = await deps.ledger.statement(account._id, {
    ...(startDate === undefined ? {} : { from: new Date(startDate) }),
    ...(endDate === undefined ? {} : { to: new Date(endDate) }),
    ...{ page, size },
  })
  const data = rows.map(row => ({
    ...row,
    amount: toPoints(row.amount),
    balance: toPoints(row.balance),
    createdAt: row.createdAt.toISOString(),
  }))
  return { data, total }
}

/** Issued points against all wallets, as points. */
export async function readConservation(deps: AccountsDeps) {
  const { issued, wallets, pools, difference, checkedAt } = await deps.ledger.conservation()
  return {
    issued: toPoints(issued),
    wallets: toPoints(wallets),
    pools: toPoints(pools),
    difference: toPoints(difference),
    checkedAt: checkedAt.toISOString(),
  }
}

import { accountsInternal, batchLimit } from '@cascade/contracts/accounts'
import type { ReportsDeps } from '../deps'

/** So many accounts are asked for in one call. */
export const balancesMost = batchLimit

/**
 * What is in the wallets of up to `balancesMost` accounts, in hundredths. It is asked for and not kept: credit and play
 * come in feeds of their own, and only the ledger knows which of two was last.
 */
export async function balancesOf(
  { call }: Pick<ReportsDeps, 'call'>,
  accountIds: readonly string[],
  asOf?: string,
): Promise<ReadonlyMap<string, bigint>> {
  if (accountIds.length === 0) return new Map()
  const { balances } = await call(accountsInternal.balances, { body: { accountIds: [...accountIds], asOf } })
  return new Map(balances.map(({ accountId, balance }) => [accountId, BigInt(balance)]))
}

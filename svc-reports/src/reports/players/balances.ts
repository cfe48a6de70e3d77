import { accountsInternal, batchLimit } from '@cascade/contracts/accounts'
import type { ReportsDeps } from '../../deps'

/** So many accounts are asked for in one call. */
export const balancesMax = batchLimit

/**
 * What is in the wallets of up to `balancesMost` accounts, in hundredths. It is asked for and not kept: credit and play
 * come in feeds of their own, and only the ledger knows which of two was last.
 */
export async function readBalances(
  { call }: Pick<ReportsDeps, 'call'>,
  accountIds: readonly string[],
  { requestId, asOf }: { requestId: string; asOf?: string | undefined },
): Promise<ReadonlyMap<string, bigint>> {
  if (accountIds.length === 0) return new Map()
  const body = { accountIds: [...accountIds], asOf }
  const { balances } = await call(accountsInternal.balances, { body, requestId })
  return new Map(balances.map(({ accountId, balance }) => [accountId, BigInt(balance)]))
}

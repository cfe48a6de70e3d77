import { accountsInternal, batchSizeMax } from '@cascade/contracts/accounts'
import type { ReportsDeps } from '../../deps'

export const balancesMax = batchSizeMax

/**
 * Wallet balances of up to `balancesMax` accounts, in hundredths. Not projected: credit and play come in separate
 * feeds, and only the ledger knows their order.
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

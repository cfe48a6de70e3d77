import type { Tx } from '@cascade/service-kit'
import type { Secrets } from '../../credentials/credential-store'
import type { AccountsDeps } from '../../deps'
import type { Account } from '../rules/account'

export type NewRow = { account: Account; secrets?: Secrets }

/** Accounts with their wallets and secrets. An inactive account starts frozen: no credit to or from it. */
export async function insertAccounts(deps: AccountsDeps, rows: readonly NewRow[], tx: Tx): Promise<void> {
  const accounts = rows.map(({ account }) => account)
  await deps.accounts.insert(accounts, tx)
  await deps.credentials.insert(
    rows.map(({ account, secrets }) => ({ _id: account._id, ...secrets })),
    tx,
  )
  const wallets = accounts.map(({ _id, active, createdAt }) => ({
    walletId: _id,
    status: active ? ('active' as const) : ('frozen' as const),
    at: createdAt,
  }))
  await deps.ledger.openWallets(wallets, tx)
}

import type { ClientSession } from 'mongodb'
import type { Credentials } from '../credentials/credential-store'
import type { AccountsDeps } from '../deps'
import { newWallet, type WalletRow } from '../ledger'
import type { Account } from './account'

export type NewRow = { account: Account; secrets?: Omit<Credentials, '_id'> }

/** Accounts with their wallets and secrets. An inactive account starts frozen: no credit to or from it. */
export async function insertAccounts(deps: AccountsDeps, rows: readonly NewRow[], session: ClientSession) {
  const accounts = rows.map(row => row.account)
  await deps.accounts.insert(accounts, session)
  await deps.credentials.insert(
    rows.map(({ account, secrets }) => ({ _id: account._id, ...secrets })),
    session,
  )
  const wallets = accounts.map(account => ({
    ...newWallet(account._id, account.createdAt),
    status: account.active ? ('active' as const) : ('frozen' as const),
  }))
  await deps.db.collection<WalletRow>('wallets').insertMany(wallets, { session })
}

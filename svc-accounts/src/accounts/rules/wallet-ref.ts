import type { Actor } from '@cascade/service-kit'
import { issuerId, type LedgerActor, type WalletRef } from '../../ledger'
import { type Account, ancestryWithSelf } from './account'

/** An account's wallet as the ledger takes it: with the state on which rights were checked. */
export const walletRefOf = (account: Account): WalletRef => ({
  walletId: account._id,
  username: account.username,
  role: account.role,
  ancestry: ancestryWithSelf(account),
  scopeVersion: account.scopeVersion,
})

export const ledgerActorOf = ({ accountId, username, role }: Actor): LedgerActor => ({ id: accountId, username, role })

/** Where points come to exist, and where those of a deleted superadmin return to. */
export const issuerRef: WalletRef = { walletId: issuerId, username: 'issuer', role: 'issuer', ancestry: {} }

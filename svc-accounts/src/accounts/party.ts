import type { Actor } from '@cascade/service-kit'
import { issuerId, type LedgerActor, type PartyRef } from '../ledger'
import { type Account, toldLine } from './account'

/** An account as the ledger sees it: with the state on which rights were checked. */
export const partyOf = (account: Account): PartyRef => ({
  walletId: account._id,
  username: account.username,
  role: account.role,
  line: toldLine(account),
  scopeVersion: account.scopeVersion,
})

export const ledgerActorOf = ({ accountId, username, role }: Actor): LedgerActor => ({ id: accountId, username, role })

/** Where points come to exist, and where those of a deleted superadmin return to. */
export const issuerParty: PartyRef = { walletId: issuerId, username: 'issuer', role: 'issuer', line: {} }

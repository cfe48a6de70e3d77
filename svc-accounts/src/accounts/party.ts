import type { Actor } from '@cascade/service-kit'
import { issuerId, type LedgerActor, type PartyRef } from '../ledger'
import type { Account } from './account'

/** An account as the ledger sees it: with the state on which rights were checked. */
export const partyOf = ({ _id, username, role, line, scopeVersion }: Account): PartyRef => ({
  walletId: _id,
  username,
  role,
  line,
  scopeVersion,
})

export const ledgerActorOf = ({ accountId, username, role }: Actor): LedgerActor => ({ id: accountId, username, role })

/** Where points come to exist, and where those of a deleted superadmin return to. */
export const issuerParty: PartyRef = { walletId: issuerId, username: 'issuer', role: 'issuer', line: {} }

import { v7 as uuidv7 } from 'uuid'
import type { LedgerActor, PartyRef, TransferRequest } from '../types'

export const someActor: LedgerActor = { id: 'actor', username: 'actor', role: 'superadmin' }

/** A party without a place in the tree: the ledger only passes the line on. */
export const partyOf = (walletId: string, scopeVersion?: number): PartyRef => ({
  walletId,
  username: `user-${walletId.slice(-4)}`,
  role: 'admin',
  line: {},
  ...(scopeVersion === undefined ? {} : { scopeVersion }),
})

type Movement = Partial<Omit<TransferRequest, 'type' | 'from' | 'to'>> & { from: string; to: string; amount: bigint }

/** A transfer with its own key, unless one is given. */
export const transferOf = ({ from, to, ...rest }: Movement): Omit<TransferRequest, 'type'> => ({
  key: uuidv7(),
  kind: 'transfer',
  actor: someActor,
  note: '',
  correlationId: 'test',
  from: partyOf(from),
  to: partyOf(to),
  ...rest,
})

import { v7 as uuidv7 } from 'uuid'
import type { LedgerActor } from '../booked-transfer'
import type { TransferRequest, WalletRef } from '../types'

export const someActor: LedgerActor = { id: 'actor', username: 'actor', role: 'superadmin' }

/** An account of its own, whose rejections are counted apart from those of others. */
export const otherActor = (): LedgerActor => ({ ...someActor, id: uuidv7() })

/** A wallet without an ancestry, and without an account with which the ledger would compare it. */
export const walletRef = (walletId: string, scopeVersion?: number): WalletRef => ({
  walletId,
  username: `user-${walletId.slice(-4)}`,
  role: 'admin',
  ancestry: {},
  ...(scopeVersion === undefined ? {} : { scopeVersion }),
})

const refOf = (party: string | WalletRef) => (typeof party === 'string' ? walletRef(party) : party)

export type TransferDraft = Partial<Omit<TransferRequest, 'type' | 'source' | 'destination'>> & {
  from: string | WalletRef
  to: string | WalletRef
  amount: bigint
}

export const transferOf = ({ from, to, ...rest }: TransferDraft): Omit<TransferRequest, 'type'> => ({
  key: uuidv7(),
  kind: 'transfer',
  actor: someActor,
  note: '',
  correlationId: 'test',
  source: refOf(from),
  destination: refOf(to),
  ...rest,
})

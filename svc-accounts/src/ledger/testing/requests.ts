import { v7 as uuidv7 } from 'uuid'
import type { LedgerActor, TransferRequest, WalletRef } from '../types'

export const someActor: LedgerActor = { id: 'actor', username: 'actor', role: 'superadmin' }

/** An account of its own, whose rejections are counted apart from those of others. */
export const otherActor = (): LedgerActor => ({ ...someActor, id: uuidv7() })

/** A wallet without an ancestry: the ledger only passes it on. */
export const walletRef = (walletId: string, scopeVersion?: number): WalletRef => ({
  walletId,
  username: `user-${walletId.slice(-4)}`,
  role: 'admin',
  ancestry: {},
  ...(scopeVersion === undefined ? {} : { scopeVersion }),
})

export type TransferDraft = Partial<Omit<TransferRequest, 'type' | 'source' | 'destination'>> & {
  from: string
  to: string
  amount: bigint
}

export const transferOf = ({ from, to, ...rest }: TransferDraft): Omit<TransferRequest, 'type'> => ({
  key: uuidv7(),
  kind: 'transfer',
  actor: someActor,
  note: '',
  correlationId: 'test',
  source: walletRef(from),
  destination: walletRef(to),
  ...rest,
})

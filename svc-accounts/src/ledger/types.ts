import type { Line, TransferKind } from '@cascade/contracts/accounts'
import type { AnyClientBulkWriteModel, Document } from 'mongodb'

/**
 * One side of a movement. `username`, `role` and `line` go into the event; `scopeVersion` is what the verb saw when it
 * checked the actor's rights: another one in the ledger's snapshot refuses with `SCOPE_CHANGED`.
 */
export type PartyRef = {
  walletId: string
  username: string
  role: string
  line: Line
  scopeVersion?: number
}

export type LedgerActor = { id: string; username: string; role: string }

/** A further write of the same transaction. An update or delete in it must match, else its request is refused. */
export type AlsoModel = AnyClientBulkWriteModel<Document>

/** A wallet that is not moved but whose state the rights depend on, e.g. that of an actor who moves others' credit. */
export type ScopeGuard = { walletId: string; scopeVersion: number }

export type TransferRequest = {
  type: 'transfer'
  /** The actor's idempotency key: one key is one movement, for ever. */
  key: string
  kind: TransferKind
  from: PartyRef
  to: PartyRef
  /** Hundredths, from 1 to `maxAmount`. */
  amount: bigint
  actor: LedgerActor
  note: string
  correlationId: string
  /** What the movement is for; a second one of the same kind for the same version is refused. */
  ref?: { type: string; id: string; version: number }
  guards?: readonly ScopeGuard[]
  also?: readonly AlsoModel[]
}

/** Suspends, activates or moves an account: every transfer that was authorised before is refused afterwards. */
export type ChangeRequest = {
  type: 'change'
  walletId: string
  /** Absent: the status stays and only the scope counts as changed. */
  status?: 'active' | 'frozen'
  also?: readonly AlsoModel[]
}

/** An account is deleted: its whole balance goes to `to`, and its wallet never moves again. */
export type CloseRequest = {
  type: 'close'
  from: PartyRef
  to: PartyRef
  actor: LedgerActor
  note: string
  correlationId: string
  also?: readonly AlsoModel[]
}

export type LedgerRequest = TransferRequest | ChangeRequest | CloseRequest

/** Balances after the movement in hundredths; null for an open wallet, which has none. */
export type TransferResult = {
  transferId: string
  fromBalance: bigint | null
  toBalance: bigint | null
  /** True when the key had been booked before and this is its first answer again. */
  replayed: boolean
}
export type ChangeResult = { scopeVersion: number }
/** `returned` is what went to the parent, in hundredths; without a balance there is no transfer. */
export type CloseResult = { transferId: string | null; returned: bigint }

export type WalletStatus = 'active' | 'frozen' | 'closed'
export type WalletView = { walletId: string; balance: bigint; status: WalletStatus; scopeVersion: number }

export type StatementQuery = { from?: Date; to?: Date; page: number; size: number }
/** `amount` is signed hundredths; newest first. */
export type StatementEntry = {
  transferId: string
  seq: number
  kind: TransferKind
  counterparty: string
  amount: bigint
  balance: bigint
  note: string
  createdAt: Date
}

/** Hundredths. `issued` is what the issuer gave out; `difference` is issued - wallets - pools and always 0. */
export type Conservation = {
  issued: bigint
  wallets: bigint
  pools: bigint
  difference: bigint
  checkedAt: Date
}

/**
 * The only writer of money. Each promise resolves after the durable commit.
 * @throws LedgerRefusal (an AppError) with a `reason`.
 */
export type Ledger = {
  transfer: (request: Omit<TransferRequest, 'type'>) => Promise<TransferResult>
  change: (request: Omit<ChangeRequest, 'type'>) => Promise<ChangeResult>
  close: (request: Omit<CloseRequest, 'type'>) => Promise<CloseResult>
  /** Balances in hundredths; ids without a wallet are left out. */
  balances: (walletIds: readonly string[]) => Promise<Map<string, bigint>>
  wallets: (walletIds: readonly string[]) => Promise<Map<string, WalletView>>
  statement: (walletId: string, query: StatementQuery) => Promise<{ rows: StatementEntry[]; total: number }>
  conservation: () => Promise<Conservation>
  /** Settles what was accepted, then ends the lane. */
  stop: () => Promise<void>
}

import type { EventActor, EventPerson } from '@cascade/contracts'
import type { CorrectionFacts, TransferKind } from '@cascade/contracts/accounts'

/** `approvedBy`: the second person of an approved call. */
export type LedgerActor = {
  id: string
  username: string
  role: string
  person?: EventPerson | undefined
  approvedBy?: EventActor | undefined
}

/** The reversed transfer; `by` names its actor. */
export type ReversedTransfer = { transferId: string; kind: TransferKind; at: Date; by: string }

/** The other transfer of a reversal; `by` names its actor. */
export type TransferLink = Omit<ReversedTransfer, 'kind'>

/** A booked transfer, or posting of a game. */
export type BookedTransfer = {
  transferId: string
  kind: TransferKind
  amount: bigint
  /** Source first; a posting may have none. */
  legs: readonly { walletId: string; username: string; role: string }[]
  /** Accounts whose wallets or games it concerns. */
  accountIds: readonly string[]
  isPlay: boolean
  note: string
  by: LedgerActor
  createdAt: Date
  reverses?: TransferLink | undefined
  reversedBy?: TransferLink | undefined
}

/** `matches`: only entries for which it returns true, at the same position; searched among the newest of the period. */
export type StatementQuery = {
  from?: Date
  to?: Date
  page: number
  size: number
  matches?: ((rows: readonly StatementEntry[]) => Promise<boolean[]>) | undefined
}
export type StatementPage = {
  rows: StatementEntry[]
  total: number
  /** Present if only the newest `rows` of `of` entries were searched. */
  searched?: { rows: number; of: number }
}
/** `amount` is signed hundredths; newest first. */
export type StatementEntry = {
  transferId: string
  seq: number
  kind: TransferKind
  counterparty: string
  /** The game if the other leg is its pool or wins account. */
  gameId: string | undefined
  amount: bigint
  balance: bigint
  note: string
  by: LedgerActor
  createdAt: Date
  drawId?: string
  ticketIds?: string[]
  correction?: CorrectionFacts
  /** Of a win that came after its player was deleted. */
  player?: { accountId: string; username: string }
  reverses?: TransferLink | undefined
  reversedBy?: TransferLink | undefined
}

import type { AnyEvent } from '@cascade/contracts'
import type { Ancestry, BookedCall, PostingRequest, PostingResult, TransferKind } from '@cascade/contracts/accounts'
import type { Tx } from '@cascade/service-kit'
import type { BookedTransfer, LedgerActor, ReversedTransfer, StatementPage, StatementQuery } from './booked-transfer'
import type { LimitChange, LimitSummary } from './limits'

/**
 * A wallet as a request names it. `username`, `role` and `ancestry` go into the event. `scopeVersion` is the version on
 * which the caller checked the actor's rights; if it is no longer current, the request is rejected (`SCOPE_CHANGED`).
 */
export type WalletRef = {
  walletId: string
  username: string
  role: string
  ancestry: Ancestry
  scopeVersion?: number
}

/**
 * A further write in the same transaction, as plain data: it can be forwarded to another process and retried. An
 * `updateOne` or `deleteOne` is also a precondition: if it matches nothing, its request is rejected.
 */
export type SideWrite =
  | { type: 'insertOne'; collection: string; document: Record<string, unknown> }
  | { type: 'updateOne' | 'updateMany'; collection: string; filter: Fields; update: Fields }
  | { type: 'deleteOne' | 'deleteMany'; collection: string; filter: Fields }
type Fields = Record<string, unknown>

/** A wallet that takes no part but whose scope the rights depend on, e.g. that of an actor who sends others' credit. */
export type Precondition = { walletId: string; scopeVersion: number }

export type TransferRequest = {
  type: 'transfer'
  /** Idempotency key of the actor: one key is one transfer, with no expiry. */
  key: string
  kind: TransferKind
  source: WalletRef
  destination: WalletRef
  /** Hundredths, from 1 to `amountMax`. */
  amount: bigint
  actor: LedgerActor
  note: string
  correlationId: string
  preconditions?: readonly Precondition[]
  /** Session on which the actor's rights depend; once it has ended, the request is rejected (`SCOPE_CHANGED`). */
  sessionId?: string | undefined
  /** The actor's password that the caller confirmed; another one rejects the request (`SCOPE_CHANGED`). */
  passwordVersion?: number
  /** The reversed transfer, on reversals only. At most one reversal per transfer is booked (`REVERSED`). */
  reverses?: ReversedTransfer | undefined
  /** For the log entry; absent if the caller writes it. */
  call?: BookedCall | undefined
  sideWrites?: readonly SideWrite[]
}

/** An account gets another parent: `ancestry` is its new position, `from` the admin above it before. */
export type Move = { root: string; role: string; ancestry: Ancestry; from?: string | undefined }

/** What the wallets of a branch held, in hundredths, as of these numbers of the feeds; `moves` counts all moves. */
export type BranchSum = { amount: bigint; creditSeq: bigint; playSeq: bigint; moves: bigint }

/** Suspends, activates or moves an account. Transfers authorised before the change are rejected afterwards. */
export type ChangeRequest = {
  type: 'change'
  walletId: string
  /** Absent: only the scope version changes. */
  status?: 'active' | 'frozen'
  /** Opens the closed wallet of a restored account, with its balance of 0; its former balance stays with the heir. */
  reopen?: true
  /** Credit line of an admin in hundredths; null for no limit, absent for no change. */
  creditLine?: bigint | null
  /** A raised credit line counts as points that its actor moves down, in hundredths. */
  raise?: { actor: LedgerActor; amount: bigint }
  /** The account gets another parent. What its branch holds becomes a debt of the new admin instead of the old one. */
  move?: Move
  /** Read by the ledger before it queues a move. */
  sum?: BranchSum
  /** A change of limits leaves position and status as they are. */
  limits?: LimitChange
  sideWrites?: readonly SideWrite[]
}

/** Closes the wallet of a deleted account: its whole balance goes to `destination`, and it takes no more postings. */
export type CloseRequest = {
  type: 'close'
  source: WalletRef
  /** Number of entries when the closing was decided; a later stake rejects the closing. */
  entries?: bigint
  destination: WalletRef
  actor: LedgerActor
  note: string
  correlationId: string
  sideWrites?: readonly SideWrite[]
}

export type PlayRequest = { type: 'play'; posting: PostingRequest; sideWrites?: never }

/** Closes a key: unless it is booked already, it never will be. */
export type CloseKeyRequest = {
  type: 'closeKey'
  key: string
  actor: LedgerActor
  correlationId: string
  sideWrites?: never
}

export type LedgerRequest = CloseKeyRequest | TransferRequest | ChangeRequest | CloseRequest | PlayRequest

/** The fields of a transfer that must be equal under the same idempotency key. */
export type TransferContent = Pick<TransferRequest, 'kind' | 'amount' | 'note' | 'reverses'> & {
  source: Pick<WalletRef, 'walletId'>
  destination: Pick<WalletRef, 'walletId'>
}
/** Outcome of a key: `refused` is final, an `unknown` request may still be in progress. */
export type KeyOutcome = 'booked' | 'refused' | 'unknown'

/** Balances after the transfer in hundredths; null for an external account. */
export type TransferResult = {
  transferId: string
  sourceBalance: bigint | null
  destinationBalance: bigint | null
  /** The key was booked before; this is the stored result. */
  replayed: boolean
}
export type ChangeResult = { scopeVersion: number }
/** The key was booked before it could be closed. */
export type CloseKeyResult = { isBooked: true }
/** `returned` went to the parent, in hundredths; a wallet without a balance closes without a transfer. */
export type CloseResult = { transferId: string | null; returned: bigint }

/** Amounts in hundredths. `seq` is the sequence number in the `play` feed; `playerBalance` is null without a wallet. */
export type PlayResult = {
  replayed: boolean
  seq: bigint
  amount: bigint
  playerBalance: bigint | null
  poolBalance: bigint
  gateVersion: number
  /** Of a claim: number of tickets that were paid. */
  tickets?: number
}
export type Player = Readonly<{ id: string; username: string; ancestry: Ancestry }>
export type PoolSummary = {
  adminId: string
  gameId: string
  gateVersion: number
  poolBalance: bigint
  winsBalance: bigint
}

export type WalletStatus = 'active' | 'frozen' | 'closed'
export type WalletSummary = {
  walletId: string
  balance: bigint
  status: WalletStatus
  scopeVersion: number
  entries: bigint
}
/** Points that an account moved on a business day, in hundredths: down the tree, by adjustments, as new points. */
export type Moved = Readonly<{ transfer: bigint; adjust: bigint; issue: bigint }>
/** From these sums of a day on, inclusive, a second person is needed; absent: never. */
export type ApprovalLimits = Readonly<Partial<Moved>>

/** A wallet to open: empty, and frozen if its account is not active. */
export type NewWallet = { walletId: string; status: 'active' | 'frozen'; creditLine?: bigint; at: Date }

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
 * @throws LedgerRejection (an AppError) with a `reason`.
 */
export type Ledger = {
  transfer: (request: Omit<TransferRequest, 'type'>) => Promise<TransferResult>
  change: (request: Omit<ChangeRequest, 'type' | 'sum'>) => Promise<ChangeResult>
  close: (request: Omit<CloseRequest, 'type'>) => Promise<CloseResult>
  /** @returns the final outcome of the key */
  closeKey: (request: Omit<CloseKeyRequest, 'type'>) => Promise<'booked' | 'refused'>
  /** Changes limits that an account above sets, with the day so far of the players below. */
  setLimits: (
    account: { walletId: string; role: string },
    set: Omit<Extract<LimitChange, { type: 'set' }>, 'type' | 'isPlayer' | 'below'>,
    sideWrites: readonly SideWrite[],
  ) => Promise<ChangeResult>
  /** The limits of a wallet, and what of them this business day has used. */
  limits: (walletId: string) => Promise<LimitSummary>
  /** What an account has moved on this business day, in hundredths. */
  movedToday: (accountId: string) => Promise<Moved>
  /** Books game postings in order. Each has its own outcome; a posting with an unknown outcome can be retried. */
  play: (postings: readonly PostingRequest[]) => Promise<PostingResult[]>
  /** Gate versions and balances of offerings (omitting those without a posting), and the head of the `play` feed. */
  pools: (offerings: readonly { adminId: string; gameId: string }[]) => Promise<{ pools: PoolSummary[]; head: number }>
  /** Transfers as events, with `after < seq <= after + limit`. */
  creditFeed: (after: number, limit: number) => Promise<{ head: number; events: AnyEvent[] }>
  playFeed: (after: number, limit: number) => Promise<{ head: number; events: AnyEvent[] }>
  /** Commits an encoded batch forwarded by another instance; null if this one is not the leader. */
  commitForwarded: (batch: string) => Promise<string | null>
  /** The stored result of a key, if it was booked with the same content. */
  findBooked: (actorId: string, key: string, content: TransferContent) => Promise<TransferResult | undefined>
  /** Outcome of a transfer requested by this actor; `unknown` for transfers of others. */
  outcome: (actorId: string, transferId: string) => Promise<KeyOutcome>
  /** @returns undefined if there is no such booking */
  findTransfer: (transferId: string) => Promise<BookedTransfer | undefined>
  openWallets: (wallets: readonly NewWallet[], tx: Tx) => Promise<void>
  /** Balances in hundredths; omits ids without a wallet. */
  balances: (walletIds: readonly string[]) => Promise<Map<string, bigint>>
  balancesAt: (walletIds: readonly string[], at: Date) => Promise<Map<string, bigint>>
  wallets: (walletIds: readonly string[]) => Promise<Map<string, WalletSummary>>
  /** Used part of an admin's credit line, in hundredths. */
  creditUsed: (adminId: string) => Promise<bigint>
  statement: (walletId: string, query: StatementQuery) => Promise<StatementPage>
  conservation: () => Promise<Conservation>
  /** Answers all queued requests, then stops. */
  stop: () => Promise<void>
}

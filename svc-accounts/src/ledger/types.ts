import type { AnyEvent } from '@cascade/contracts'
import type {
  Ancestry,
  CorrectionFacts,
  PostingRequest,
  PostingResult,
  TransferKind,
} from '@cascade/contracts/accounts'
import type { Tx } from '@cascade/service-kit'

/**
 * A wallet as a request names it. `username`, `role` and `ancestry` go into the event; `scopeVersion` is what the verb
 * saw when it checked the actor's rights: another one in the ledger's snapshot refuses with `SCOPE_CHANGED`.
 */
export type WalletRef = {
  walletId: string
  username: string
  role: string
  ancestry: Ancestry
  scopeVersion?: number
}

export type LedgerActor = { id: string; username: string; role: string }

/**
 * A further write of the same transaction, as plain data: it may be sent to another process and repeated. An
 * `updateOne` or `deleteOne` is a precondition as well: when it matches nothing, its request is refused.
 */
export type SideWrite =
  | { type: 'insertOne'; collection: string; document: Record<string, unknown> }
  | { type: 'updateOne' | 'updateMany'; collection: string; filter: Fields; update: Fields }
  | { type: 'deleteOne' | 'deleteMany'; collection: string; filter: Fields }
type Fields = Record<string, unknown>

/** A wallet that takes no part but whose state the rights depend on, e.g. that of an actor who sends others' credit. */
export type Precondition = { walletId: string; scopeVersion: number }

export type TransferRequest = {
  type: 'transfer'
  /** The actor's idempotency key: one key is one transfer, for ever. */
  key: string
  kind: TransferKind
  source: WalletRef
  destination: WalletRef
  /** Hundredths, from 1 to `maxAmount`. */
  amount: bigint
  actor: LedgerActor
  note: string
  correlationId: string
  preconditions?: readonly Precondition[]
  sideWrites?: readonly SideWrite[]
}

/**
 * What a request rests on beside the ledger. It is asked once the request's turn has come, while the booking is being
 * written: the commit waits for it, and when it fails, nothing is booked and its error is the answer.
 */
export type Conditional = { confirm?: (() => Promise<void>) | undefined }

/** Suspends, activates or moves an account: every transfer that was authorised before is refused afterwards. */
export type ChangeRequest = {
  type: 'change'
  walletId: string
  /** Absent: the status stays and only the scope counts as changed. */
  status?: 'active' | 'frozen'
  /** Of an admin, in hundredths; null for no limit, absent where it stays. */
  creditLine?: bigint | null
  sideWrites?: readonly SideWrite[]
}

/** An account is deleted: its whole balance goes to `destination`, and its wallet is never posted to again. */
export type CloseRequest = {
  type: 'close'
  source: WalletRef
  /** How many entries the wallet had when the closing was decided: a stake after them refuses it. */
  entries?: bigint
  destination: WalletRef
  actor: LedgerActor
  note: string
  correlationId: string
  sideWrites?: readonly SideWrite[]
}

/** A posting of a game, as svc-live asks for it. */
export type PlayRequest = { type: 'play'; posting: PostingRequest; sideWrites?: never }

export type LedgerRequest = TransferRequest | ChangeRequest | CloseRequest | PlayRequest

/** What a transfer asks for, as far as its key stands for it. */
export type TransferWish = Pick<TransferRequest, 'kind' | 'amount' | 'note'> & {
  source: Pick<WalletRef, 'walletId'>
  destination: Pick<WalletRef, 'walletId'>
}
/** What is known of a key: `refused` is final, `unknown` may be on its way. `transferId` is the one that was found. */
export type KeyOutcome = 'booked' | 'refused' | 'unknown'

/** Balances after the transfer in hundredths; null for an external account, which has none. */
export type TransferResult = {
  transferId: string
  sourceBalance: bigint | null
  destinationBalance: bigint | null
  /** True when the key had been booked before and this is its first answer again. */
  replayed: boolean
}
export type ChangeResult = { scopeVersion: number }
/** `returned` is what went to the parent, in hundredths; without a balance there is no transfer. */
export type CloseResult = { transferId: string | null; returned: bigint }

/** Hundredths. `seq` is the number in the feed `play`; `playerBalance` is null where no wallet took part. */
export type PlayResult = {
  replayed: boolean
  seq: bigint
  amount: bigint
  playerBalance: bigint | null
  poolBalance: bigint
  gateVersion: number
  /** Of a claim: how many of its tickets it paid something of. */
  tickets?: number
}
/** Who plays, as events name them. */
export type Player = Readonly<{ id: string; username: string; ancestry: Ancestry }>
export type PoolView = {
  adminId: string
  gameId: string
  gateVersion: number
  poolBalance: bigint
  winsBalance: bigint
}

export type WalletStatus = 'active' | 'frozen' | 'closed'
export type WalletView = {
  walletId: string
  balance: bigint
  status: WalletStatus
  scopeVersion: number
  entries: bigint
}
/** A wallet to be: empty, and frozen where its account is not active. */
export type NewWallet = { walletId: string; status: 'active' | 'frozen'; creditLine?: bigint; at: Date }

export type StatementQuery = { from?: Date; to?: Date; page: number; size: number }
/** `amount` is signed hundredths; newest first. */
export type StatementEntry = {
  transferId: string
  seq: number
  kind: TransferKind
  counterparty: string
  /** The game whose pool or wins the other side is. */
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
  transfer: (request: Omit<TransferRequest, 'type'> & Conditional) => Promise<TransferResult>
  change: (request: Omit<ChangeRequest, 'type'>) => Promise<ChangeResult>
  close: (request: Omit<CloseRequest, 'type'>) => Promise<CloseResult>
  /** Books postings of games in their order; each has an outcome of its own, and an unknown one may be asked again. */
  play: (postings: readonly PostingRequest[]) => Promise<PostingResult[]>
  /** Gates and balances of games below admins, those without a posting left out; and the head of the feed `play`. */
  pools: (pairs: readonly { adminId: string; gameId: string }[]) => Promise<{ pools: PoolView[]; head: number }>
  /** Transfers as events, with `after < seq <= after + limit`. */
  creditFeed: (after: number, limit: number) => Promise<{ head: number; events: AnyEvent[] }>
  /** Postings of games as events, with `after < seq <= after + limit`. */
  playFeed: (after: number, limit: number) => Promise<{ head: number; events: AnyEvent[] }>
  /** Settles requests that another instance hands over, in its notation; null when this one does not write. */
  settle: (batch: string) => Promise<string | null>
  /** Which of the requests that this instance has handed over are not to be booked after all. */
  refusedOf: (ids: readonly string[]) => Promise<string[]>
  /** The first answer of a key, when it was booked for the same wish; undefined when it was not. */
  booked: (actorId: string, key: string, wish: TransferWish) => Promise<TransferResult | undefined>
  /** What became of one of these transfers that this actor asked for; of anybody else's nothing is known. */
  outcome: (actorId: string, transferId: string) => Promise<KeyOutcome>
  /** Opens empty wallets in the transaction that makes their accounts. */
  openWallets: (wallets: readonly NewWallet[], tx: Tx) => Promise<void>
  /** Balances in hundredths; ids without a wallet are left out. */
  balances: (walletIds: readonly string[]) => Promise<Map<string, bigint>>
  /** The same as they were at a moment. */
  balancesAt: (walletIds: readonly string[], at: Date) => Promise<Map<string, bigint>>
  wallets: (walletIds: readonly string[]) => Promise<Map<string, WalletView>>
  /** What an admin uses of a credit line, in hundredths. */
  creditUsed: (adminId: string) => Promise<bigint>
  statement: (walletId: string, query: StatementQuery) => Promise<{ rows: StatementEntry[]; total: number }>
  conservation: () => Promise<Conservation>
  /** Settles what was accepted, then ends the writer queue. */
  stop: () => Promise<void>
}

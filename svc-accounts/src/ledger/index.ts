export type { BookedTransfer, LedgerActor, ReversedTransfer, StatementEntry, TransferLink } from './booked-transfer'
export { issuerId } from './ids'
export { type LimitSummary, maxAt, type OwnLimit } from './limits'
export { isApprovalNeeded, isFinal, LedgerRejection } from './rejection'
export { startLedger } from './start-ledger'
export type { ChangedFeeds } from './start-writer'
export { createLedgerFeeds } from './store/feeds'
export { eventWrite, runSideWrites } from './store/side-writes'
export type {
  ApprovalLimits,
  ChangeRequest,
  Ledger,
  Precondition,
  SideWrite,
  TransferContent,
  TransferResult,
  WalletRef,
} from './types'
export { createCheckStore, ledgerCollections } from './verify/check-store'
export { startVerifier } from './verify/verifier'
export { verifyLedger } from './verify/verify-feeds'

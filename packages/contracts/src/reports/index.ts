export { reportsApi, reportsEndpoints } from './api'
export { Backup, backupTexts, Restored } from './backups-api'
export { Complaint, ComplaintStatus, complaintStatuses, complaintTexts, NewComplaint } from './complaints-api'
export { complaintEvents, HistoryCleared, HistoryRestored } from './events'
export { logRowExample, reportsCallExamples, transactionExample } from './examples'
export { Dashboard } from './figures/dashboard-api'
export {
  adminCommissionRowExample,
  figuresCallExamples,
  payoutRowExample,
  turnoverRowExample,
} from './figures/figure-examples'
export {
  AdminCommissionRow,
  ChartGame,
  ChartPoint,
  PayoutRow,
  Sums,
  TurnoverRow,
  turnoverSortFields,
} from './figures/figures-api'
export { Verified } from './figures/period'
export { Clearing, ClearModel, clearModels, clearTexts } from './history-api'
export {
  LogKind,
  LogOperation,
  LogResult,
  LogRow,
  logKinds,
  logOperations,
  logResults,
} from './logs-api'
export { OnlinePlayer } from './online-api'
export { backupExample, clearingExample, complaintExample, onlinePlayerExample } from './operation-examples'
export { Transaction, TransactionStatus, transactionTypes } from './transactions-api'
export { Fault, Verification } from './verification-api'

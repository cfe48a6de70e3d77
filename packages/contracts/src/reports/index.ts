export { Backup, backupExample, backupTexts, RestoreResult } from './backups'
export {
  Case,
  CaseAnswerInput,
  type CaseParty,
  CaseRow,
  caseAnswersMax,
  caseApi,
  caseExample,
  caseStates,
  caseTexts,
  NewCase,
  openCasesMax,
} from './cases'
export { Clearing, ClearModel, clearingExample, clearModels, clearTexts } from './clearings'
export {
  Complaint,
  ComplaintStatus,
  complaintExample,
  complaintStatuses,
  complaintTexts,
  NewComplaint,
} from './complaints'
export { type ActionItem, Dashboard } from './dashboard'
export * from './events'
export {
  AdminCommissionRow,
  ChartGame,
  ChartPoint,
  PayoutRow,
  Sums,
  TurnoverRow,
  turnoverRowExample,
  turnoverSortFields,
} from './figures'
export { LogHead, LogProof, logDigestsMax } from './log-proof'
export {
  LogKind,
  LogOperation,
  LogResult,
  LogRow,
  logKinds,
  logOperations,
  logResults,
  logRowExample,
} from './logs'
export { OnlinePlayer } from './online'
export { type PeriodRow, periodFiguresCall } from './period'
export { PlayCase, playCaseApi } from './play-cases'
export {
  Schedule,
  type ScheduledReportId,
  ScheduleInput,
  scheduleApi,
  scheduledReportNames,
  scheduleExample,
  scheduleFormats,
  scheduleFrequencies,
  scheduleRowsMax,
  schedulesMax,
  scheduleTexts,
} from './schedules'
export { isCreditColumn, Transaction, TransactionStatus, transactionExample, transactionTypes } from './transactions'
export { Discrepancy, Verification, VerificationStatus } from './verification'
export {
  WatchRow,
  type WatchRuleId,
  WatchRules,
  watchApi,
  watchExample,
  watchPastDays,
  watchRuleDefaults,
  watchRuleIds,
  watchStates,
  watchTexts,
} from './watch'
export { WeekFigures, WeekRow, WeekSums, weekRowExample, weekTexts } from './week'

import { backupsApi } from './backups'
import { clearingsApi } from './clearings'
import { complaintsApi } from './complaints'
import { dashboardApi } from './dashboard'
import { figuresApi } from './figures'
import { logProofApi } from './log-proof'
import { logsApi } from './logs'
import { onlineApi } from './online'
import { transactionsApi } from './transactions'
import { verificationApi } from './verification'
import { weekApi } from './week'

export const reportsApi = {
  ...transactionsApi,
  ...logProofApi,
  ...logsApi,
  ...complaintsApi,
  ...figuresApi,
  ...clearingsApi,
  ...backupsApi,
  ...onlineApi,
  ...dashboardApi,
  ...verificationApi,
  ...weekApi,
}

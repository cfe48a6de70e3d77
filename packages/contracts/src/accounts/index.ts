export { Account, BranchFigures, CreatedAccount, Reference, WalletOwner } from './account'
export { type AccountApi, accountApi, createAccountApi, mayRead, senderApi, ToggleAction } from './account-calls'
export { type AccountChangeKind, AccountChangeRow, accountChangeKinds, historyApi } from './account-history'
export {
  accountDone,
  accountTexts,
  type CreateAccountInput,
  createInputOf,
  emptyableFields,
  fieldLabels,
  requiredFields,
  type UpdateAccountInput,
  updateInputOf,
} from './account-input'
export { AccountList, AccountListQuery, accountSortFields, ChildListQuery } from './account-list'
export { AuthUser, authApi, authTexts, LoginInput } from './auth'
export { accountEndpoints, type ChildrenApi, childrenApi, createChildrenApi } from './child-calls'
export {
  ActedBy,
  CreditAdjustInput,
  CreditAdjustResult,
  CreditTransferInput,
  CreditTransferResult,
  creditTexts,
} from './credit'
export {
  AccountSnapshot,
  Ancestry,
  accountEvents,
  creditFeedName,
  PresenceChanged,
  RunActed,
  SessionEnded,
  TransferRecorded,
} from './events'
export { Commission, Password } from './field-schemas'
export {
  type AccountField,
  accountFieldNames,
  accountFields,
  type OwnField,
  type PlainField,
  type PlainFields,
  plainFields,
  type SecretField,
  secretFields,
} from './fields'
export { geoApi } from './geo'
export { accountsInternal, batchLimit, OpenSession, SessionUser } from './internal'
export { ClaimDetails, CorrectionFacts, RecoverDetails, SettleDetails } from './ledger/details'
export { playEvents, playFeedName } from './ledger/play-events'
export {
  ClaimRequest,
  CloseGateRequest,
  detailsMaxBytes,
  ledgerInternal,
  PoolRequest,
  PostedBy,
  PostingRequest,
  PostingResult,
  postingInternal,
  postingLimit,
  RecoverRequest,
  SettleRequest,
  StakeRequest,
} from './ledger/posting'
export { ledgerApi, StatementRow, TransferKind, transferKinds } from './ledger/statement'
export {
  type AccountAction,
  type AccountColumn,
  type AccountLevel,
  accountLevels,
  type LevelScreens,
  levelOf,
  managersOf,
} from './levels'
export { playerApi } from './player'
export { readCode } from './read-code'
export {
  chosenInRun,
  mostInRun,
  Run,
  type RunInput,
  type RunOperation,
  RunRow,
  runApi,
  runOperations,
  runRowStates,
  runsAtOnce,
  runTexts,
} from './runs'
export { branchSessionsCounted, contactsLookedUp, SessionRow, sessionApi, sessionsShown } from './sessions'
export { View, viewApi, viewsPerPerson } from './views'

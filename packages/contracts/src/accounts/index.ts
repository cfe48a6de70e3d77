export { Account, BranchFigures, CreatedAccount, Reference, WalletOwner } from './account'
export {
  type AccountApi,
  accountApi,
  createAccountApi,
  readPermissionOf,
  senderApi,
  ToggleAction,
} from './account-calls'
export { type AccountChangeKind, AccountChangeRow, accountChangeKinds, accountHistoryApi } from './account-history'
export {
  type AccountRow,
  accountEditSchema,
  accountSuccessTexts,
  type CreateAccountInput,
  clearableFields,
  fieldLabels,
  missingFieldTexts,
  newAccountSchema,
  requiredFields,
  type UpdateAccountInput,
} from './account-input'
export { AccountList, AccountListQuery, accountSortFields, ChildListQuery } from './account-list'
export { type ApprovedCall, approvalInternal } from './approval-internal'
export {
  Approval,
  ApprovalPending,
  approvalApi,
  approvalExample,
  approvalHours,
  approvalStates,
  approvalTexts,
  openApprovalsMax,
} from './approvals'
export {
  AuthUser,
  authApi,
  authTexts,
  backgroundHeader,
  LoginInput,
  NewPasswordNeeded,
  SecondFactorNeeded,
  SessionEndReason,
} from './auth'
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
  AuthorityChanged,
  accountEvents,
  creditFeedName,
  LedgerSealed,
  PresenceChanged,
  RunActed,
  type SealedRow,
  SessionEnded,
  TransferRecorded,
} from './events'
export { bareCode, FactorProof } from './factor-proof'
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
export { accountsInternal, batchSizeMax, EndedSession, OpenSession, SessionUser } from './internal'
export { ClaimDetails, CorrectionFacts, RecoverDetails, SettleDetails } from './ledger/details'
export { playEvents, playFeedName } from './ledger/play-events'
export {
  ClaimRequest,
  CloseGateRequest,
  detailsBytesMax,
  ledgerInternal,
  PoolRequest,
  PostedBy,
  PostingRequest,
  PostingResult,
  postingInternal,
  postingsPerCallMax,
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
export { Networks, networkApi, networksMax, networkTexts, shutOutMax } from './networks'
export { Notice, NoticeContent, noticeApi, noticeExample, noticesMax } from './notices'
export { parseCode } from './parse-code'
export { PasskeyAssertion, PasskeyOptions, PasskeyRegistration } from './passkeys'
export { playerApi } from './player'
export {
  type ApprovalRule,
  defaultPolicy,
  factorRules,
  PolicyChange,
  policyApi,
  policyTexts,
  SecurityPolicy,
} from './policy'
export {
  accountsPerRunMax,
  activeRunsMax,
  type CreationInput,
  idsPerRunMax,
  newAccountsPerRunMax,
  Run,
  type RunInput,
  type RunOperation,
  RunRow,
  runApi,
  runOperations,
  runRowStates,
  runTexts,
} from './runs'
export { SavedView, savedViewApi, savedViewsMax } from './saved-views'
export { secondStepApi } from './second-step'
export {
  type Factor,
  factorKinds,
  recoveryCodeCount,
  securityApi,
  stepUpMinutes,
} from './security'
export { factorsMax, securityTexts } from './security-texts'
export { branchSessionsMax, contactsPerLookupMax, SessionRow, sessionApi, sessionsListedMax } from './sessions'

export * from './account'
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
export * from './account-list'
export {
  Announcement,
  AnnouncementInput,
  announcementApi,
  announcementExample,
  announcementLevels,
  announcementsMax,
  announcementTexts,
  CurrentAnnouncement,
} from './announcements'
export { approvalInternal } from './approval-internal'
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
export {
  type CashAccount,
  CashEntry,
  CashInput,
  type CashKind,
  CashRecorded,
  CashReversalInput,
  cashApi,
  cashEntryExample,
  cashTexts,
} from './cash'
export { accountEndpoints, type ChildrenApi, childrenApi, createChildrenApi } from './child-calls'
export { type CreationInput, newAccountsPerRunMax } from './creation'
export {
  ActedBy,
  CreditAdjustInput,
  CreditAdjustResult,
  CreditTransferInput,
  CreditTransferResult,
  creditTexts,
} from './credit'
export * from './events'
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
  type SettlementPeriod,
  secretFields,
} from './fields'
export { geoApi } from './geo'
export * from './internal'
export { BookedCall } from './ledger/booked-call'
export * from './ledger/details'
export * from './ledger/play-events'
export * from './ledger/posting'
export { type ReversalInput, reversalApi, reversalTexts, Transfer } from './ledger/reversal'
export * from './ledger/reversible'
export { ledgerApi, StatementRow, TransferKind, transferKinds } from './ledger/statement'
export * from './levels'
export {
  type LimitName,
  LimitsInput,
  LimitsView,
  limitApi,
  limitNames,
  limitsExample,
  limitTexts,
  type OwnLimitsInput,
} from './limits'
export {
  Maintenance,
  MaintenanceChanged,
  MaintenanceInput,
  maintenanceApi,
  maintenanceExample,
  maintenanceTexts,
} from './maintenance'
export { Networks, networkApi, networksMax, networkTexts, shutOutMax } from './networks'
export { describeNotice, noticeTexts } from './notice-texts'
export {
  Notice,
  NoticeContent,
  type NoticeKind,
  NoticeSetting,
  noticeApi,
  noticeExample,
  noticeKindNames,
  noticesMax,
} from './notices'
export { OwnRights, RightsRow, rightsApi } from './own-rights'
export * from './parse-code'
export { PasskeyAssertion, PasskeyOptions, PasskeyRegistration } from './passkeys'
export {
  ElevationInput,
  elevationMinutesMax,
  NewPerson,
  ownRightsMax,
  Person,
  PersonChange,
  peopleApi,
  peopleMax,
  peopleTexts,
} from './people'
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
  idsPerRunMax,
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
export * from './security-texts'
export { branchSessionsMax, contactsPerLookupMax, SessionRow, sessionApi, sessionsListedMax } from './sessions'
export { settlementExample } from './settlement-example'
export {
  CloseInput,
  type PaidAs,
  type PayAllInput,
  type PaymentInput,
  Settlement,
  type SettlementPreview,
  settlementApi,
  settlementTexts,
} from './settlements'
export { userApi } from './user'
export { viewApi, viewMinutes, viewTexts } from './view-as'
export { viewInternal } from './view-internal'
export type { WeekItem } from './week-items'

export { Account, BranchFigures, CreatedAccount, Reference, WalletOwner } from './account'
export {
  type AccountApi,
  accountApi,
  accountApiOf,
  accountEndpoints,
  type ChildrenApi,
  childrenApi,
  childrenApiOf,
  mayRead,
  senderApi,
  ToggleAction,
} from './account-api'
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
export {
  ActedBy,
  CreditAdjusted,
  CreditAdjustInput,
  CreditTransferInput,
  CreditTransferred,
  creditTexts,
} from './credit/credit'
export {
  AccountSnapshot,
  Ancestry,
  accountEvents,
  creditFeedName,
  PresenceChanged,
  SessionEnded,
  TransferRecorded,
} from './events'
export { accountExamples, accountSnapshotExample } from './examples'
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
export { geoApi } from './geo-api'
export { type AccountChangeKind, AccountChangeRow, accountChangeKinds, historyApi } from './history-api'
export { accountsInternal, batchLimit, OpenSession, SessionUser } from './internal'
export { ClaimDetails, CorrectionFacts, RecoverDetails, SettleDetails } from './ledger/details'
export { ledgerApi, StatementRow, TransferKind, transferKinds } from './ledger/ledger-api'
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
export { type AccountBase, accountBases, baseOf, managersOf } from './levels'
export { playerApi } from './player-api'
export {
  AuthUser,
  authApi,
  authTexts,
  branchSessionsCounted,
  contactsLookedUp,
  LoginInput,
  SessionRow,
  sessionApi,
  sessionsShown,
} from './session-api'
export { View, viewApi, viewsPerPerson } from './view-api'

import type { AnyEndpoint } from '../endpoint'
import { accountEndpoints } from './account-api'
import { geoApi } from './geo-api'
import { historyApi } from './history-api'
import { ledgerApi } from './ledger/ledger-api'
import { playerApi } from './player-api'
import { authApi, sessionApi } from './session-api'
import { viewApi } from './view-api'

/** Every public call that svc-accounts answers, and the three of the gateway. */
export const accountsEndpoints: readonly AnyEndpoint[] = [
  ...Object.values(authApi),
  ...Object.values(sessionApi),
  ...Object.values(geoApi),
  ...Object.values(ledgerApi),
  ...Object.values(historyApi),
  ...Object.values(playerApi),
  ...Object.values(viewApi),
  ...accountEndpoints,
]

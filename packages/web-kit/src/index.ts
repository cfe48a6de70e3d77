export type {
  RegisteredRemote,
  RemoteBase,
  RemoteDescriptor,
  RemotesDocument,
} from '@cascade/contracts/gateway'
export {
  type ApiAnswer,
  type ApiClient,
  type CallInput,
  type CallObserver,
  call,
  createApiClient,
  observeCalls,
  send,
  setApiClient,
} from './api/api-client'
export { ApiError, type ApiErrorCode, messageOf, networkError } from './api/api-error'
export { ApprovalPendingError, orWaiting } from './api/approval-pending'
export type { Attempt } from './api/attempt-store'
export { AlreadyBookedError, createAttempts, OutcomeUnknownError, toFingerprint } from './api/attempts'
export { domainKey, ownKeyOf, queryKeyOf, readQuery, useChange } from './api/calls'
export { type EarlierAttempt, useEarlierAttempt } from './api/earlier-attempt'
export { createQueryClient, refetchAfterFailureMs, useOnline, watchTabs } from './api/query-client'
export { localNow, serverNow, useClockOffsetMs } from './clock'
export { useAsOf, useAsOfSwitch } from './lists/as-of'
export { type ListLocation, ListLocationProvider, useListLocation } from './lists/list-address'
export { type ListDefaults, type ListParams, type ListValues, pageSizes } from './lists/list-params'
export { type ListPage, type ListSource, listSource, type PageOf, pageQuery } from './lists/list-source'
export { type ListState, useListState } from './lists/use-list-state'
export { loadEventually } from './load-eventually'
export { type AddressOf, PageRouter, useAddress, useIsCurrentPage, usePageRouter } from './navigation'
export { randomId } from './random-id'
export {
  type ActionProps,
  type CardProps,
  type Extension,
  type Extensions,
  type RemoteModule,
  useExtensionStore,
  useExtensions,
} from './remote-module'
export { hasRecentInput, markInput, quietMs } from './session/activity'
export { useRunWatch } from './session/run-watch'
export { restoreSession, type SignInNeeds, signIn, signOut, watchSession } from './session/session'
export {
  endSession,
  type SessionEnd,
  type SessionState,
  type SessionStatus,
  startSession,
  storedSession,
  useSession,
} from './session/session-store'
export { useStepUp } from './session/step-up'
export { createUserSettings, ownAccountQuery, useActor, useCan } from './session/user'
export { localStore, tabStore } from './storage'

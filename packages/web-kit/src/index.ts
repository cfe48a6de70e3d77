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
export * from './api/approval-pending'
export type { Attempt } from './api/attempt-store'
export { AlreadyBookedError, createAttempts, OutcomeUnknownError, toFingerprint } from './api/attempts'
export * from './api/calls'
export * from './api/earlier-attempt'
export * from './api/query-client'
export { localNow, serverNow, useClockOffsetMs } from './clock'
export * from './lists/as-of'
export { type ListLocation, ListLocationProvider, useListLocation } from './lists/list-address'
export { type ListDefaults, type ListParams, type ListValues, pageSizes } from './lists/list-params'
export * from './lists/list-source'
export * from './lists/use-list-state'
export * from './load-eventually'
export * from './navigation'
export * from './random-id'
export * from './remote-module'
export { hasRecentInput, markInput, quietMs } from './session/activity'
export * from './session/run-watch'
export * from './session/session'
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
export * from './session/user'
export * from './storage'

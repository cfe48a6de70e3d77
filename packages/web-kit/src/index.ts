export type {
  RegisteredRemote,
  RemoteBase,
  RemoteDescriptor,
  RemotesDocument,
} from '@cascade/contracts/gateway'
export { ownAccountQuery } from './access/own-account-query'
export { restoreSession, signIn, signOut } from './access/session-actions'
export { useActor, useCan } from './access/use-access'
export { createUserSettings } from './access/user-settings'
export { watchSession } from './access/watch-session'
export {
  type ApiAnswer,
  type ApiClient,
  type CallInput,
  call,
  createApiClient,
  send,
  setApiClient,
} from './api/api-client'
export { ApiError, type ApiErrorCode, isTransient, messageOf, noAnswer, wasNotSent } from './api/api-error'
export { domainKey, ownKeyOf, queryKeyOf, readOf, useChange } from './api/calls'
export { againAfterFailureMs, createQueryClient } from './api/query-client'
export { useOnline } from './api/use-online'
export { watchTabs } from './api/watch-tabs'
export { useAsOf, useAsOfSwitch } from './lists/as-of'
export { ListAddress, type ListPlace, useListPlace } from './lists/list-address'
export { type ListDefaults, type ListParams, type ListValues, pageSizes } from './lists/list-params'
export { type ListPage, type ListSource, listSource, type PageOf } from './lists/list-source'
export { type ListState, useListState } from './lists/use-list-state'
export { PageRouter } from './navigation/page-router'
export { type AddressOf, useAddress } from './navigation/use-address'
export { useIsCurrentPage } from './navigation/use-is-current-page'
export { newIdempotencyKey } from './new-idempotency-key'
export type { RemoteModule } from './remote-module'
export { storedSession } from './session/session-storage'
export {
  dropSession,
  holdSession,
  type SessionEnd,
  type SessionState,
  type SessionStatus,
  useSession,
} from './session/session-store'

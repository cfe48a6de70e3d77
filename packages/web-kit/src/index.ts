export type {
  RegisteredRemote,
  RemoteBase,
  RemoteDescriptor,
  RemotesDocument,
} from '@cascade/contracts/gateway'
export { useActor, useCan } from './access/use-access'
export { ApiError, type ApiErrorCode, messageOf, networkMessage } from './api/api-error'
export type { ApiAnswer, ApiClient, CallInput } from './api/client'
export { call, createApiClient, send, setApiClient } from './api/current-client'
export { type ListPage, type ListSource, listSource } from './api/list-source'
export { createQueryClient } from './api/query-client'
export { type ListDefaults, type ListParams, type ListValues, pageSizes } from './lists/list-params'
export { type ListState, useListState } from './lists/use-list-state'
export { newIdempotencyKey } from './new-idempotency-key'
export type { RemoteModule } from './remote-module'
export { ownAccountQuery } from './session/own-account'
export { restoreSession, signIn, signOut } from './session/session-actions'
export { storedSession } from './session/session-storage'
export { dropSession, holdSession, type SessionState, type SessionStatus, useSession } from './session/session-store'
export { watchSession } from './session/watch-session'

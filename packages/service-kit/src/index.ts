export * from './auth/authorization'
export {
  Actor,
  agentsOf,
  authorOf,
  createTokenSigner,
  createTokenVerifier,
  type Identity,
  loginIdOf,
  nameOfActor,
  personOf,
  serviceOfKey,
  type TokenSigner,
} from './auth/tokens'
export * from './events/activity-consumer'
export * from './events/consumer'
export type { Feed } from './events/cursor'
export {
  createFeedCursor,
  cursorIdOf,
  type FeedSource,
  feedIdOf,
  resetReplica,
} from './events/cursor'
export { deadLettersOf, hasRetries, retryDeadLetters, storeDeadLetter } from './events/dead-letters'
export * from './events/nats'
export {
  type CausedBy,
  type NewEvent,
  newEvent,
  type OutboxRow,
  outboxCollections,
  outboxRow,
  readFeed,
  writeOutbox,
} from './events/outbox'
export * from './events/publisher'
export * from './http/app'
export * from './http/audit'
export {
  createInternalClient,
  type InternalClient,
  parseRejection,
  type ServiceUrls,
  serviceUrlsOf,
  wasNotReached,
} from './http/client'
export * from './http/error-response'
export * from './http/etag'
export { jsonLimitBytes, parseInput, parseJson } from './http/input'
export * from './http/network'
export { freshRequestId, requestIdHeader } from './http/request-id'
export * from './http/router'
export { createSender, type HttpRequest, type HttpResponse, NoResponse } from './http/send'
export * from './http/server'
export * from './idempotency/booking-ids'
export * from './idempotency/key-store'
export * from './lists/day-index'
export { type Hidden, overlap, type RowKind, visibleParts } from './lists/hidden-days'
export * from './lists/page'
export * from './lists/read'
export * from './lists/readers'
export { type Clock, databaseNow, startDatabaseClock } from './mongo/clock'
export type { CollectionSpec } from './mongo/collections'
export * from './mongo/connect'
export {
  CommitUnknown,
  duplicateKeyText,
  isCommitUnknown,
  isConnectionLost,
  isDatabaseFault,
  isDuplicateKey,
  isTransient,
} from './mongo/driver-errors'
export * from './mongo/driver-patch'
export * from './mongo/ejson'
export { ensureCollections } from './mongo/ensure-collections'
export { registerSession } from './mongo/instances'
export { createLease, type Lease, leaseCollection } from './mongo/lease'
export type { Migration } from './mongo/migrations'
export * from './mongo/snapshot'
export * from './mongo/transaction'
export * from './replicas/accounts'
export * from './replicas/clearings'
export * from './replicas/games'
export * from './replicas/snapshots'
export * from './runtime/days'
export { consumerEnv, type ExternalService, jsonText, mongoEnv, parseEnv, processEnv } from './runtime/env'
export * from './runtime/errors'
export * from './runtime/grouped-read'
export * from './runtime/keyed-runner'
export { type Background, idleMs, logRoundFailure, notifyLoops, sleep, startLoop, withTimeout } from './runtime/loop'
export * from './runtime/run-process'
export * from './runtime/tls'
export * from './runtime/work-queue'
export { readSkewMs, skewMsMax } from './service/clock-skew'
export type { ConsumerEnv, ServiceEnv } from './service/connections'
export * from './service/service'
export * from './telemetry/logger'
export * from './telemetry/metrics'
export { type Caller, recordBrowserSpan, startTracing, traced, traceFields, traceparent } from './telemetry/tracing'

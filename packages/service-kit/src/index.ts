export { requirePermission, requireRole } from './auth/permission'
export { isInScope, subtreeFilter } from './auth/scope'
export {
  Actor,
  approverOf,
  createTokenSigner,
  createTokenVerifier,
  type Identity,
  serviceOfKey,
  type TokenSigner,
} from './auth/tokens'
export {
  type Consumer,
  type JsMsg,
  jsonOf,
  openActivityConsumer,
  pullMessages,
  rewindActivities,
} from './events/activity-consumer'
export { type EventWeight, type FeedConsumer, type FeedReplaced, startFeedConsumer } from './events/consumer'
export type { Feed } from './events/cursor'
export {
  createFeedCursor,
  cursorIdOf,
  type FeedSource,
  feedIdOf,
  resetReplica,
} from './events/cursor'
export { deadLettersOf, hasRetries, retryDeadLetters, storeDeadLetter } from './events/dead-letters'
export { type Bus, createBus } from './events/nats'
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
export { type Broadcast, startFeedPublisher } from './events/publisher'
export { createServiceApp, tracedCall } from './http/app'
export { auditChanges, toLoggedChanges } from './http/audit'
export {
  createInternalClient,
  type InternalClient,
  parseRejection,
  type ServiceUrls,
  serviceUrlsOf,
  wasNotReached,
} from './http/client'
export { handleErrors, toAppError } from './http/error-response'
export { etagOf, parseStaleVersion } from './http/etag'
export { jsonLimitBytes, parseInput, parseJson } from './http/input'
export { createNetworkTest, networkOf, siteOf } from './http/network'
export { freshRequestId } from './http/request-id'
export { type Call, type Ctx, createRouter, type Router, type Routes, type ServiceCall } from './http/router'
export { listen } from './http/server'
export { suiteVersion } from './http/suite-version'
export { bookingIdOf, bookingKeyOf, claimIdOf, transferIdOf } from './idempotency/booking-ids'
export { createKeyStore, keyCollection } from './idempotency/key-store'
export { allAccounts, audienceAbove, listOwnerOf } from './lists/audience'
export {
  appendToLists,
  createDayList,
  createRowReader,
  dayListCollections,
  expiresAfter,
  type ListEntry,
} from './lists/day-index'
export { type Hidden, overlap, type RowKind, visibleParts } from './lists/hidden-days'
export { type Paging, paginate, toPageWindow } from './lists/page'
export { type DayList, type Part, readPage, readRefs, selectSlices } from './lists/read'
export { type Clock, databaseNow, startDatabaseClock } from './mongo/clock'
export type { CollectionSpec } from './mongo/collections'
export { connectMongo, type Mongo } from './mongo/connect'
export {
  CommitUnknown,
  duplicateKeyText,
  isCommitUnknown,
  isConnectionLost,
  isDatabaseFault,
  isDuplicateKey,
  isTransient,
} from './mongo/driver-errors'
export { patchDriver } from './mongo/driver-patch'
export { fromLine, toLine } from './mongo/ejson'
export { ensureCollections } from './mongo/ensure-collections'
export { registerSession } from './mongo/instances'
export { createLease, type Lease, leaseCollection } from './mongo/lease'
export type { Migration } from './mongo/migrations'
export { inSnapshot, type Snapshot } from './mongo/snapshot'
export { inTransaction, type Tx } from './mongo/transaction'
export {
  type AccountRow,
  accountInScope,
  accountsOf,
  accountTreeCollections,
  accountTreeFeed,
  accountTreeSchemas,
  projectAccountTree,
  requestedAccount,
} from './replicas/accounts'
export {
  type ClearingRow,
  clearingCollections,
  clearingIdOf,
  createClearings,
  mergeClearings,
  rangesPerModelMax,
} from './replicas/clearings'
export { createGamesFeed, gamesOf } from './replicas/games'
export { upsertNewest } from './replicas/snapshots'
export { businessDay, sleep } from './runtime/clock'
export { addDays, type Days, dayOf, daysOfPreset, pastMoment } from './runtime/days'
export { consumerEnv, type ExternalService, jsonText, mongoEnv, parseEnv, processEnv } from './runtime/env'
export {
  AppError,
  busy,
  conflict,
  forbidden,
  invalid,
  methodNotAllowed,
  notFound,
  outcomeUnknown,
  tooLarge,
  tooMany,
  unauthenticated,
  type Verdict,
} from './runtime/errors'
export { createBackoff, createKeyedRunner, type KeyedRunner } from './runtime/keyed-runner'
export { type Background, idleMs, logRoundFailure, notifyLoops, startLoop, withTimeout } from './runtime/loop'
export { giveNotice, runProcess, stopAll } from './runtime/run-process'
export { readTls } from './runtime/tls'
export { createWorkQueue, type Requester } from './runtime/work-queue'
export { readSkewMs, skewMsMax } from './service/clock-skew'
export {
  runService,
  type Service,
  type ServiceContext,
  startService,
} from './service/service'
export { createLogger, type Logger } from './telemetry/logger'
export { createMetrics, type Metrics, serveMetrics } from './telemetry/metrics'
export { type Caller, recordBrowserSpan, startTracing, traced, traceFields, traceparent } from './telemetry/tracing'

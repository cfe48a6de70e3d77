export {
  type AccountRow,
  accountInScope,
  accountsOf,
  accountTreeFeed,
  accountTreePlans,
  accountTreeSchemas,
  isInScope,
  projectAccountTree,
  subtreeFilter,
} from './data/account-tree'
export {
  appendFacts,
  audiencePlans,
  type Cut,
  type Entry,
  type Fact,
  type FactPage,
  ordinalsWithin,
  type Paging,
  type Part,
  readPage,
} from './data/audience-index'
export {
  type ClearingRow,
  clearingIdOf,
  clearingPlans,
  createClearings,
  mergedClearings,
  mostRangesOf,
} from './data/clearings'
export { type DatabaseClock, databaseNow, startDatabaseClock } from './data/database-clock'
export { duplicateKeyText, isDuplicateKey } from './data/duplicate-key'
export { type Hidden, overlap } from './data/hidden-days'
export { createHolderLease, type HolderLease, holderLeasePlan, type LeaseSelf } from './data/holder-lease'
export { fromLine, toLine } from './data/lines'
export { type CollectionPlan, connectMongo, ensureCollections, inTransaction, type Mongo, type Tx } from './data/mongo'
export { pageOf } from './data/page-of'
export { chosenAccount, everybody, readerOf, readersAbove } from './data/readers'
export { registerSession } from './data/session-registry'
export { keepNewest, type SnapshotRow } from './data/snapshots'
export { isTransient } from './data/transient-error'
export { type Bus, type ConsumerMessages, createBus, type FeedId, type LedgerFeed, type Producer } from './events/bus'
export { type DeadLetter, deadLettersOf, putAside, retryAside } from './events/dead-letters'
export type { Feed } from './events/feed'
export { type FeedConsumer, type FeedReplaced, startFeedConsumer } from './events/feed-consumer'
export {
  createFeedCursor,
  cursorIdOf,
  durableOf,
  type FeedCursor,
  type FeedCursorOptions,
  type FeedSource,
  feedCursorPlans,
  feedIdOf,
  type Project,
} from './events/feed-cursor'
export { feedMarkPlans, type ReadFeed, startFeedPublisher } from './events/feed-publisher'
export { createLease } from './events/lease'
export { type CausedBy, newEvent } from './events/new-event'
export {
  type NewEvent,
  type OutboxRow,
  outboxPlans,
  outboxRow,
  readFeed,
  startPublisher,
  writeOutbox,
} from './events/outbox'
export { type Consumer, type JsMsg, jsonOf, openConsumer, pullMessages } from './events/pull'
export { readAgain } from './events/read-again'
export { answerErrors, refusalOf } from './http/answer-error'
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
} from './http/errors'
export { etagOf, versionOf } from './http/etag'
export {
  createInternalClient,
  type InternalClient,
  refusalIn,
  type ServiceUrls,
  serviceUrlsOf,
  wasNotReached,
} from './http/internal-client'
export { jsonLimitBytes, parseJson } from './http/json-body'
export { forwardedRequestId, freshRequestId } from './http/request-ids'
export { type Ask, type Ctx, createRouter, type FileAnswer, type Router, type Routes } from './http/router'
export { createServiceApp, type ServiceContext, type ServiceHono, type ServiceVariables } from './http/service-app'
export { tellChanges } from './http/tell-changes'
export { parseInput } from './http/validate'
export { networkOf } from './identity/network'
export { requirePermission, requireRole } from './identity/permission'
export {
  Actor,
  createTokenSigner,
  createTokenVerifier,
  type Identity,
  roomOfKey,
  type TokenSigner,
  type TokenVerifier,
} from './identity/tokens'
export { bookingKeyOf, transferIdOf } from './identity/transfer-id'
export { addDays, type Days, dayOf, daysOfPreset, pastMoment } from './process/business-days'
export { businessDay, sleep } from './process/clock'
export { readSkewMs, tolerableSkewMs } from './process/clock-skew'
export { createComplaint } from './process/complaint'
export { within } from './process/deadline'
export { jsonText, mongoEnv, parseEnv, processEnv } from './process/env'
export { type HttpServer, listen } from './process/http-server'
export { createLogger, type Logger } from './process/logger'
export { type Background, startLoop, tellFailure } from './process/loop'
export { createMetrics, type Metrics, serveMetrics } from './process/metrics'
export { runProcess } from './process/process'
export {
  type CoreDeps,
  coreDeps,
  runService,
  type Service,
  type ServiceEnv,
  type ServiceParts,
  startService,
} from './process/service'
export { giveNotice, stopAll } from './process/stop'

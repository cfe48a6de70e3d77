export { businessDay, sleep } from './base/clock'
export { addDays, type Days, dayOf, daysOfPreset, pastMoment } from './base/days'
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
} from './base/errors'
export { createLogger, type Logger } from './base/logger'
export { type Background, quietMs, startLoop, tellFailure, within } from './base/loop'
export { createMetrics, type Metrics, serveMetrics } from './base/metrics'
export { suiteVersion } from './base/suite-version'
export { type Caller, startTracing, tellBrowserSpan, traced, traceFields, traceparent } from './base/tracing'
export {
  type AccountRow,
  accountInScope,
  accountsOf,
  accountTreeFeed,
  accountTreePlans,
  accountTreeSchemas,
  chosenAccount,
  everybody,
  isInScope,
  keepNewest,
  projectAccountTree,
  readerOf,
  readersAbove,
  subtreeFilter,
} from './copies/accounts'
export {
  type ClearingRow,
  clearingIdOf,
  clearingPlans,
  createClearings,
  mergedClearings,
  mostRangesOf,
} from './copies/clearings'
export { followGames, gamesOf } from './copies/games'
export { ratesOf } from './copies/rates'
export { type DatabaseClock, databaseNow, startDatabaseClock } from './data/database-clock'
export { duplicateKeyText, isCommitUnknown, isConnectionLost, isDuplicateKey, isTransient } from './data/faults'
export { registerSession } from './data/instances'
export { createKeyStore, keyPlan } from './data/key-store'
export { createLease, type Lease, leasePlan } from './data/lease'
export type { Migration } from './data/migrations'
export {
  type CollectionPlan,
  connectMongo,
  ensureCollections,
  fromLine,
  inTransaction,
  type Mongo,
  type Tx,
  toLine,
} from './data/mongo'
export {
  type Consumer,
  type JsMsg,
  jsonOf,
  openActivityConsumer,
  pullMessages,
  rewindActivities,
} from './events/activity-stream'
export { type Bus, createBus } from './events/bus'
export { deadLettersOf, isMarked, putAside, retryAside } from './events/dead-letters'
export { type FeedConsumer, type FeedReplaced, startFeedConsumer } from './events/feed-consumer'
export type { Feed } from './events/feed-cursor'
export {
  createFeedCursor,
  cursorIdOf,
  type FeedSource,
  feedIdOf,
  readAgain,
} from './events/feed-cursor'
export {
  type CausedBy,
  type NewEvent,
  newEvent,
  type OutboxRow,
  outboxPlans,
  outboxRow,
  readFeed,
  writeOutbox,
} from './events/outbox'
export { startFeedPublisher } from './events/publisher'
export { etagOf, jsonLimitBytes, parseInput, parseJson, staleVersionOf } from './http/body'
export {
  createInternalClient,
  type InternalClient,
  refusalIn,
  type ServiceUrls,
  serviceUrlsOf,
  wasNotReached,
} from './http/internal-client'
export { type Ask, type Ctx, createRouter, type Router, type Routes, tellChanges } from './http/router'
export {
  answerErrors,
  createServiceApp,
  freshRequestId,
  refusalOf,
  tracedCall,
} from './http/service-app'
export {
  bookingIdOf,
  bookingKeyOf,
  claimIdOf,
  networkOf,
  requirePermission,
  requireRole,
  transferIdOf,
} from './identity/permission'
export {
  Actor,
  createTokenSigner,
  createTokenVerifier,
  type Identity,
  roomOfKey,
  type TokenSigner,
} from './identity/tokens'
export {
  appendToLists,
  dayListPlans,
  expiresAfter,
  type ListEntry,
  rowsOf,
  storedList,
} from './lists/day-list'
export { type Hidden, overlap, type RowKind, visibleParts } from './lists/hidden-days'
export { type Paging, pageOf, windowOf } from './lists/page'
export { type DayList, type Part, readPage, readRefs, slicesOf } from './lists/read-list'
export { jsonText, mongoEnv, parseEnv, processEnv } from './process/env'
export { listen } from './process/http-server'
export { giveNotice, readSkewMs, runProcess, stopAll, tolerableSkewMs } from './process/process'
export {
  runService,
  type Service,
  type ServiceParts,
  startService,
} from './process/service'

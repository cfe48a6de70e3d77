import { toHundredths } from '@cascade/contracts'
import { liveInternal } from '@cascade/contracts/live'
import { type Ctx, createKeyStore, readFeed, type ServiceParts, startFeedPublisher } from '@cascade/service-kit'
import { StaleAccount } from './accounts/account'
import { createAccountStore, orDuplicate } from './accounts/account-store'
import { createDirectory } from './accounts/directory/directory'
import { createHistoryStore } from './accounts/history-store'
import { createMoveStore } from './accounts/move-store'
import { createBranchStore } from './branches/branch-store'
import { createAttemptGuard } from './credentials/attempt-guard'
import { createAttemptStore, createCredentialStore } from './credentials/credential-store'
import { createHasher, createPasswordMemory } from './credentials/password'
import type { AccountsEnv } from './env'
import { createGameCopy } from './game-store'
import { createGroupedRead } from './grouped-read'
import { type ChangedFeeds, createLedgerFeeds, runSideWrites, type SideWrite, startLedger } from './ledger'
import { createRunStore } from './runs/run-store'
import { createPresenceStore } from './sessions/presence-store'
import { createSessionStore } from './sessions/session-store'
import { createViewStore } from './views/view-store'

/** What this service is told by its environment. */
export type Settings = Pick<
  AccountsEnv,
  'LEDGER_WRITER_ID' | 'LEDGER_PAIR_DAY_LIMIT' | 'DELETED_KEPT_DAYS' | 'SUPERADMIN_PASSWORD' | 'signupAllowed'
>

/** svc-live pays within five seconds or says that it did not. */
const openPlayWithinMs = 8_000

/** The second parameter of a verb that serves another process, for nobody who is signed in. */
export type InternalAsk<I> = { ctx: Pick<Ctx, 'requestId'>; input: I }

export type AccountsDeps = Awaited<ReturnType<typeof createDeps>>
/** Everything that a verb may use, made once for the process. */
export async function createDeps(parts: ServiceParts, settings: Settings) {
  const { LEDGER_WRITER_ID: writerId, LEDGER_PAIR_DAY_LIMIT, signupAllowed } = settings
  const { client, db, bus, call, clock, core, degraded, fail, leaseOf, publisher, logger, metrics, zone } = parts
  const feeds = createLedgerFeeds(db)
  const feedParts = { db, bus, leaseOf, logger }
  const ledgerPublishers = {
    credit: startFeedPublisher({
      ...feedParts,
      feed: 'accounts.credit',
      gatherMs: 50,
      read: feeds.credit,
    }),
    play: startFeedPublisher({
      ...feedParts,
      feed: 'accounts.play',
      read: feeds.play,
    }),
  }
  const onTold = (told: ChangedFeeds) => {
    if (told.outbox) publisher.poke()
    if (told.credit) ledgerPublishers.credit.poke()
    if (told.play) ledgerPublishers.play.poke()
  }
  const instance = { id: parts.instanceId, url: parts.instanceUrl, call }
  const pairDayLimit = toHundredths(LEDGER_PAIR_DAY_LIMIT)
  const ledger = await startLedger({
    client,
    db,
    zone,
    pairDayLimit,
    writerId,
    clock,
    logger,
    metrics,
    instance,
    feeds,
    onTold,
    onStall: isStalled => void (isStalled ? degraded.add('ledger') : degraded.delete('ledger')),
    onDead: fail,
  })
  return {
    ...core,
    ledger,
    ledgerPublishers,
    signupAllowed,
    balances: createGroupedRead(ledger.balances),
    branches: createBranchStore(db),
    /** What a player has in play; with `claim` after all that can be paid was paid. */
    openPlay: (playerId: string, { claim, requestId }: { claim: boolean; requestId: string }) =>
      call(liveInternal.openPlay, { body: { playerId, claim }, timeoutMs: openPlayWithinMs, requestId }),
    /** What this service told of accounts. */
    toldFeed: (after: number, limit: number) => readFeed(db, after, limit),
    accounts: createAccountStore(db),
    directory: createDirectory(db),
    history: createHistoryStore(db),
    creationKeys: createKeyStore<{ accountId: string }>(db, 'creation_keys'),
    credentials: createCredentialStore(db),
    sessions: createSessionStore(db, core.now),
    presence: createPresenceStore(db, core.now),
    games: createGameCopy(db),
    moves: createMoveStore(db),
    views: createViewStore(db),
    /** Wake what goes on with what a call of this process has just committed; set where that is started. */
    wake: { runs: () => {}, moves: () => {} },
    runs: createRunStore(db),
    hasher: createHasher(),
    attempts: createAttemptGuard(createAttemptStore(db, core.now), core.now),
    passwords: createPasswordMemory(),
    /** Commits writes that need no wallet. @throws StaleAccount when a precondition among them fails. */
    async commit(writes: readonly SideWrite[]): Promise<void> {
      const committed = core.transaction(async tx => {
        if (!(await runSideWrites(db, writes, tx))) throw new StaleAccount()
      })
      await orDuplicate(committed)
    },
  }
}

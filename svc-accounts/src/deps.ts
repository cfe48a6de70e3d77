import { toHundredths } from '@cascade/contracts'
import { liveInternal } from '@cascade/contracts/live'
import { periodFiguresCall } from '@cascade/contracts/reports'
import {
  createGroupedRead,
  createKeyStore,
  readFeed,
  type ServiceContext,
  startFeedPublisher,
  type Tx,
} from '@cascade/service-kit'
import type { z } from 'zod'
import { StaleAccount } from './accounts/account'
import { createAccountStore, mapDuplicateErrors } from './accounts/account-store'
import { createHistoryStore } from './accounts/history-store'
import { createDirectory } from './accounts/lists/directory'
import { createAnnouncementStore } from './announcements/announcement-store'
import { createApprovalStore } from './approvals/approval-store'
import { createCallSender } from './approvals/send-call'
import { broadcastPlay, broadcastTransfers } from './broadcasts'
import { createCashStore } from './cash/cash-store'
import type { AccountsEnv } from './env'
import { createMoveStore } from './hierarchy/move-store'
import { createChallengeStore } from './identity/factors/challenge-store'
import { createFactorCipher } from './identity/factors/factor-keys'
import { createFactorStore } from './identity/factors/factor-store'
import { createNetworkStore } from './identity/networks/network-store'
import { createAttemptGuard } from './identity/passwords/attempt-guard'
import { createAttemptStore } from './identity/passwords/attempt-store'
import { createCredentialStore } from './identity/passwords/credential-store'
import { createHasher } from './identity/passwords/hasher'
import { createPasswordCache } from './identity/passwords/password-cache'
import { createPeopleStore } from './identity/people-store'
import { createApprovalLimits } from './identity/policy/ledger-limits'
import { createSecurityPolicyStore } from './identity/policy/policy-store'
import { createDeviceStore } from './identity/sessions/device-store'
import { createOpenViewStore } from './identity/sessions/open-view-store'
import { createSessionStore } from './identity/sessions/session-store'
import { type ChangedFeeds, createLedgerFeeds, runSideWrites, type SideWrite, startLedger } from './ledger'
import { createReachedLimits } from './limits/reached-limits'
import { createMaintenanceStore } from './maintenance/maintenance-store'
import { createMailer } from './notices/mailer'
import { createNoticeStore } from './notices/notice-store'
import { createPresenceStore } from './presence/presence-store'
import { createRemoteStore } from './remotes/remote-store'
import { createGameReplica } from './replicas/games'
import { createRunStore } from './runs/run-store'
import { createSecretSeal } from './runs/secret-seal'
import { createSavedViewStore } from './saved-views/saved-view-store'
import { createSettlementStore } from './settlements/settlement-store'
import { createSubtreeTotalsStore } from './subtree-totals/subtree-totals-store'

export type Settings = Pick<
  AccountsEnv,
  | 'ACCOUNTS_FACTOR_KEYS'
  | 'CASCADE_PRIVATE_JWK'
  | 'DELETED_KEPT_DAYS'
  | 'LEDGER_OFFERING_DAY_LIMIT'
  | 'LEDGER_WRITER_ID'
  | 'MAIL_FROM'
  | 'PUBLIC_ORIGIN'
  | 'SMTP_URL'
  | 'SUPERADMIN_PASSWORD'
  | 'signupAllowed'
>

/** Time limit of the figures of a week; the largest branches take seconds. */
const periodTimeoutMs = 20_000
/** Above the 5 s in which svc-live pays or gives up. */
const openPlayTimeoutMs = 8_000

export type AccountsDeps = Awaited<ReturnType<typeof createDeps>>
export async function createDeps(parts: ServiceContext, settings: Settings) {
  const { LEDGER_WRITER_ID: writerId, LEDGER_OFFERING_DAY_LIMIT, signupAllowed } = settings
  const { client, db, bus, call, clock, core, degraded, fail, leaseOf, publisher, logger, metrics, zone } = parts
  const feeds = createLedgerFeeds(db)
  const feedContext = { bus, leaseOf, logger }
  const ledgerPublishers = {
    credit: startFeedPublisher({
      ...feedContext,
      feed: 'accounts.credit',
      gatherMs: 50,
      read: feeds.credit,
      broadcast: broadcastTransfers,
    }),
    play: startFeedPublisher({
      ...feedContext,
      feed: 'accounts.play',
      read: feeds.play,
      broadcast: broadcastPlay,
    }),
  }
  const onCommit = (changed: ChangedFeeds) => {
    if (changed.outbox) publisher.notify()
    if (changed.credit) ledgerPublishers.credit.notify()
    if (changed.play) ledgerPublishers.play.notify()
  }
  const instance = { id: parts.instanceId, url: parts.instanceUrl, call }
  const offeringDayLimit = toHundredths(LEDGER_OFFERING_DAY_LIMIT)
  const policy = createSecurityPolicyStore(db)
  const ledger = await startLedger({
    client,
    db,
    zone,
    offeringDayLimit,
    approvalLimits: createApprovalLimits(policy),
    writerId,
    clock,
    logger,
    metrics,
    instance,
    feeds,
    onCommit,
    onLimit: rejection => reachedLimits.add(rejection),
    onStall: isStalled => void (isStalled ? degraded.add('ledger') : degraded.delete('ledger')),
    onDead: fail,
  })
  const mailer = openMailer(settings)
  const notices = createNoticeStore(db, { ...core, mails: mailer !== undefined })
  const [accounts, people] = [createAccountStore(db), createPeopleStore(db)]
  const reachedLimits = createReachedLimits({ ...core, db, accounts, people, zone, logger, notices, ledger })
  return {
    ...core,
    ledger,
    reachedLimits,
    ledgerPublishers,
    signupAllowed,
    /** Origin to which passkeys are bound. */
    publicOrigin: settings.PUBLIC_ORIGIN,
    factorCipher: createFactorCipher(settings.ACCOUNTS_FACTOR_KEYS),
    factors: createFactorStore(db),
    networks: createNetworkStore(db),
    challenges: createChallengeStore(db, core.now),
    policy,
    approvals: createApprovalStore(db, core.now),
    sendCall: createCallSender(parts),
    logger,
    notices,
    mailer,
    announcements: createAnnouncementStore(db, core),
    people,
    maintenance: createMaintenanceStore(db, core.now),
    cash: createCashStore(db),
    settlements: createSettlementStore(db),
    /** Figures of the children of an account in a week, from svc-reports. */
    periodFigures: (body: z.input<typeof periodFiguresCall.body>, { requestId }: { requestId: string }) =>
      call(periodFiguresCall, { body, requestId, timeoutMs: periodTimeoutMs }),
    zone,
    remotes: createRemoteStore(db),
    balances: createGroupedRead(ledger.balances),
    subtreeTotals: createSubtreeTotalsStore(db),
    /** Open tickets, wins and debts of a player; with `claim`, svc-live first pays what it can. */
    openPlay: (playerId: string, { claim, requestId }: { claim: boolean; requestId: string }) =>
      call(liveInternal.openPlay, { body: { playerId, claim }, timeoutMs: openPlayTimeoutMs, requestId }),
    accountFeed: (after: number, limit: number) => readFeed(db, after, limit),
    accounts,
    directory: createDirectory(db),
    history: createHistoryStore(db),
    creationKeys: createKeyStore<{ accountId: string }>(db, 'creation_keys'),
    credentials: createCredentialStore(db),
    sessions: createSessionStore(db, core.now),
    openViews: createOpenViewStore(db),
    devices: createDeviceStore(db),
    presence: createPresenceStore(db, core.now),
    games: createGameReplica(db),
    moves: createMoveStore(db),
    savedViews: createSavedViewStore(db),
    /** Notify background workers after a local commit; assigned when the workers start. */
    notify: { runs: () => {}, moves: () => {} },
    runs: createRunStore(db),
    hasher: createHasher(),
    secretSeal: createSecretSeal(settings.CASCADE_PRIVATE_JWK),
    attempts: createAttemptGuard(createAttemptStore(db, core.now), core.now),
    passwords: createPasswordCache(),
    /** Side writes in the transaction of a caller. @returns false if a precondition failed */
    write: (writes: readonly SideWrite[], tx: Tx) => runSideWrites(db, writes, tx),
    /** Commits side writes without a wallet change. @throws StaleAccount if a precondition fails */
    async commit(writes: readonly SideWrite[]): Promise<void> {
      const committed = core.transaction(async tx => {
        if (!(await runSideWrites(db, writes, tx))) throw new StaleAccount()
      })
      await mapDuplicateErrors(committed)
    },
  }
}

const openMailer = ({ SMTP_URL: url, MAIL_FROM: from = '', PUBLIC_ORIGIN }: Settings) =>
  url === undefined
    ? undefined
    : createMailer({ url, from, host: PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).hostname : 'cascade' })

import { type Background, inTransaction, type Lease, type Logger, startLoop, withTimeout } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { takeFencingToken } from '../commit/fencing-token'
import type { WriterSession } from '../commit/writer-session'
import { leaseMs } from '../store/collections'

/** After a leader was killed, its successor starts at most this long after the lease expired. */
const retryEveryMs = 500
/** Well below the lease time, so that a few failed renewals do not lose the lease. */
const renewEveryMs = 1_500
const dropTimeoutMs = 1_000

export type LeaderElection = Background & {
  /** Local knowledge only: the fencing token proves it at each commit. */
  isLeader: () => boolean
  /** Called when a commit found that another instance owns the fencing token. */
  loseToken: () => void
  resign: () => Promise<void>
  /** Address of the current leader; undefined when there is none or it is this instance. */
  leaderUrl: () => Promise<string | undefined>
}

/**
 * Leader election of the ledger: renews or acquires the lease, and takes the fencing token whenever the lease is new.
 * Lease check and token are one transaction, so a transaction that a predecessor still has open can no longer commit.
 */
export async function startLeaderElection(options: {
  client: MongoClient
  db: Db
  writer: WriterSession
  lease: Lease
  self: { owner: string; url: string }
  logger: Logger
}): Promise<LeaderElection> {
  const { client, db, writer, lease, self, logger } = options
  let hasToken = false
  let isRenewed = false

  async function renewOrAcquire(): Promise<undefined> {
    isRenewed = false
    if (!(await lease.renew())) {
      if (hasToken) logger.warn('ledger: lost leadership')
      hasToken = false
      if ((await lease.acquire()) === undefined) return
    }
    if (!hasToken) await takeToken()
    isRenewed = hasToken
  }

  async function takeToken(): Promise<void> {
    // An open transaction of a killed leader would block the first commit here.
    await writer.killOthers()
    hasToken = await inTransaction(client, async tx => {
      const isOurs = await lease.renew(tx)
      if (isOurs) await takeFencingToken(db, self.owner, tx)
      return isOurs
    })
    if (hasToken) logger.info({ url: self.url }, 'ledger: became the leader')
  }

  await lease.endPredecessor()
  await renewOrAcquire()
  const everyMs = () => (isRenewed ? renewEveryMs : retryEveryMs)
  const loop = startLoop(renewOrAcquire, { everyMs, logger, name: 'ledger leader election', limitMs: leaseMs })
  const drop = () => withTimeout(lease.release(), dropTimeoutMs, undefined).catch(() => undefined)
  return {
    isLeader: () => hasToken && lease.isHeld(),
    loseToken() {
      hasToken = false
      loop.notify()
    },
    async leaderUrl() {
      const url = (await lease.holder())?.url
      return url === self.url ? undefined : url
    },
    async resign() {
      hasToken = false
      await drop()
    },
    async stop() {
      await loop.stop()
      hasToken = false
      await drop()
    },
  }
}

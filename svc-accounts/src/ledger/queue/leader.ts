import { type Background, inTransaction, type Lease, type Logger, startLoop, within } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { takeFence } from '../commit/fencing-token'
import type { WriterSession } from '../commit/writer-session'
import { leaseMs } from '../store/collections'

/** Others wait for the end of the lease of one that was killed, and as long as this at most. */
const lookEveryMs = 500
/** What is left of the lease then bears some seconds in which it cannot be renewed. */
const renewEveryMs = 1_500
const dropLimitMs = 1_000

export type Lead = Background & {
  /** Whether this instance writes; as far as it knows, which the fence proves. */
  isHere: () => boolean
  /** The fence has refused this instance. */
  lost: () => void
  /** Gives the lease back, as far as the database answers. */
  giveUp: () => Promise<void>
  /** Address of the instance that writes now; undefined while nobody does, or it is this one. */
  writerUrl: () => Promise<string | undefined>
}

/**
 * Keeps the lease of the writer, and takes the fence whenever the lease is new. Both happen in one transaction: whoever
 * has the fence held the lease at that moment, and whatever a predecessor still has under way commits no more.
 */
export async function startLead(options: {
  client: MongoClient
  db: Db
  /** The session in which batches are settled. */
  writer: WriterSession
  lease: Lease
  self: { owner: string; url: string }
  logger: Logger
}): Promise<Lead> {
  const { client, db, writer, lease, self, logger } = options
  let hasFence = false
  let isRenewed = false

  async function keep(): Promise<undefined> {
    isRenewed = false
    if (!(await lease.renew())) {
      if (hasFence) logger.warn('this instance writes the ledger no longer')
      hasFence = false
      if ((await lease.take()) === undefined) return
    }
    if (!hasFence) await enter()
    isRenewed = hasFence
  }

  async function enter(): Promise<void> {
    // A killed holder's transaction would stand in the way of the first one here.
    await writer.killOthers()
    hasFence = await inTransaction(client, async tx => {
      const isOurs = await lease.renew(tx)
      if (isOurs) await takeFence(db, self.owner, tx)
      return isOurs
    })
    if (hasFence) logger.info({ url: self.url }, 'this instance writes the ledger')
  }

  await lease.succeed()
  await keep()
  const everyMs = () => (isRenewed ? renewEveryMs : lookEveryMs)
  const loop = startLoop(keep, { everyMs, logger, name: 'lease of the writer', limitMs: leaseMs })
  const drop = () => within(lease.drop(), dropLimitMs, undefined).catch(() => undefined)
  return {
    isHere: () => hasFence && lease.isHeld(),
    lost() {
      hasFence = false
      loop.wake()
    },
    async writerUrl() {
      const url = (await lease.holder())?.url
      return url === self.url ? undefined : url
    },
    async giveUp() {
      hasFence = false
      await drop()
    },
    async stop() {
      await loop.stop()
      hasFence = false
      await drop()
    },
  }
}

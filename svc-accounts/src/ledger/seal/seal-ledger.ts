import { LedgerSealed } from '@cascade/contracts/accounts'
import { type Background, type CollectionPlan, newEvent, type ServiceContext, startLoop } from '@cascade/service-kit'
import { type FeedSeal, type LedgerSeal, nextSealHash, unsealed } from '@cascade/service-kit/log-chain'
import type { Collection, Db, Document } from 'mongodb'

const sealEveryMs = 60_000
/** Of each feed per seal, in some seconds of reading at most; a longer history takes several seals. */
const transfersMax = 10_000

type SealRow = LedgerSeal & { _id: 'last' }

export const sealPlans: readonly CollectionPlan[] = [{ name: 'ledger_seals' }]

type Seals = { db: Db; core: Pick<ServiceContext['core'], 'transaction' | 'writeEvents'> }

/** Seals the ledger every minute, on one replica at a time. */
export function startLedgerSeal(parts: ServiceContext): Background {
  const { leaseOf, logger, publisher } = parts
  const lease = leaseOf('ledger seal')
  async function round(): Promise<'again' | undefined> {
    if (!(await lease.hold())) return undefined
    const isMore = await sealLedger(parts)
    publisher.notify()
    return isMore ? 'again' : undefined
  }
  const loop = startLoop(round, { everyMs: sealEveryMs, logger, name: 'ledger seal' })
  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}

/**
 * Publishes a hash of all transfers since the last seal, which continues it. Each transfer is read once, by the index of
 * its feed.
 * @returns whether there are more
 */
export async function sealLedger({ db, core }: Seals): Promise<boolean> {
  const seals: Collection<SealRow> = db.collection('ledger_seals')
  const stored = await seals.findOne({ _id: 'last' })
  const before = stored ?? unsealed
  const [play, credit] = [await hashFeed(db, 'playSeq', before.play), await hashFeed(db, 'creditSeq', before.credit)]
  const counts = [play.seq - before.play.seq, credit.seq - before.credit.seq]
  if (counts.every(count => count === 0)) return false
  await core.transaction(async tx => {
    // Finds nothing after another replica has sealed; the insert then fails.
    const filter = { _id: 'last' as const, 'play.seq': before.play.seq, 'credit.seq': before.credit.seq }
    await seals.replaceOne(filter, { play, credit }, { upsert: true, session: tx })
    await core.writeEvents([newEvent(LedgerSealed, { play, credit }, { requestId: '' })], tx)
  })
  return counts.includes(transfersMax)
}

async function hashFeed(db: Db, field: 'playSeq' | 'creditSeq', { seq, hash }: FeedSeal): Promise<FeedSeal> {
  let [lastSeq, lastHash] = [Number(seq), hash]
  const range = { [field]: { $gt: BigInt(lastSeq), $lte: BigInt(lastSeq + transfersMax) } }
  for await (const row of db
    .collection<Document>('transfers')
    .find(range)
    .sort({ [field]: 1 })) {
    if (Number(row[field]) !== lastSeq + 1) throw new Error(`ledger seal: the feed has no ${field} ${lastSeq + 1}`)
    lastSeq++
    lastHash = nextSealHash(lastHash, row)
  }
  return { seq: lastSeq, hash: lastHash }
}

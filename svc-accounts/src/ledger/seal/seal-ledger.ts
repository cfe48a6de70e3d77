import { LedgerSealed } from '@cascade/contracts/accounts'
import { type Background, type CollectionSpec, newEvent, type ServiceContext, startLoop } from '@cascade/service-kit'
import {
  type FeedSeal,
  type LedgerSeal,
  nextSealHash,
  readChangedRows,
  sealLeaf,
  unsealed,
} from '@cascade/service-kit/log-chain'
import type { Collection, Db, Document } from 'mongodb'

const sealEveryMs = 60_000
/** Of each feed per seal, in some seconds of reading at most; a longer history takes several seals. */
const transfersMax = 10_000
/** Few, as bookings wait while a batch is parsed and hashed. */
const transfersPerBatch = 100
/** Per seal. */
const eventsMax = 500

type SealRow = LedgerSeal & { _id: 'last' }

export const sealCollections: readonly CollectionSpec[] = [{ name: 'ledger_seals' }]

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
 * Publishes a hash of all transfers since the last seal, which continues it, and one of the rows that events since then
 * have changed (`sealed-rows.ts`). Each transfer is read once, by the index of its feed.
 * @returns whether there are more
 */
export async function sealLedger({ db, core }: Seals): Promise<boolean> {
  const seals: Collection<SealRow> = db.collection('ledger_seals')
  const stored = await seals.findOne({ _id: 'last' })
  const { _id, ...last } = stored ?? { _id: 'last', ...unsealed }
  const [play, credit] = [await hashFeed(db, 'playSeq', last.play), await hashFeed(db, 'creditSeq', last.credit)]
  const unsealedEvents = db.collection<Document>('outbox').find({ seq: { $gt: last.events } })
  const found = await unsealedEvents.sort({ seq: 1 }).limit(eventsMax).toArray()
  const rows = await readChangedRows(db, found)
  const isMore = found.length === eventsMax
  const counts = [play.seq - last.play.seq, credit.seq - last.credit.seq, rows.length]
  // Each seal is an event itself, which needs no further one.
  if (!isMore && counts.every(count => count === 0)) return false
  const previous = stored ? sealLeaf(last) : ''
  const seal = { play, credit, rows, events: Number(found.at(-1)?.seq ?? last.events), previous }
  await core.transaction(async tx => {
    // Finds nothing after another replica has sealed; the insert then fails.
    const filter = { _id: 'last' as const, previous: last.previous, 'play.seq': last.play.seq, events: last.events }
    await seals.replaceOne(filter, seal, { upsert: true, session: tx })
    await core.writeEvents([newEvent(LedgerSealed, seal, { requestId: '' })], tx)
  })
  return isMore || counts.includes(transfersMax)
}

async function hashFeed(db: Db, field: 'playSeq' | 'creditSeq', { seq, hash }: FeedSeal): Promise<FeedSeal> {
  let [lastSeq, lastHash] = [Number(seq), hash]
  const range = { [field]: { $gt: BigInt(lastSeq), $lte: BigInt(lastSeq + transfersMax) } }
  for await (const row of db
    .collection<Document>('transfers')
    .find(range, { batchSize: transfersPerBatch })
    .sort({ [field]: 1 })) {
    if (Number(row[field]) !== lastSeq + 1) throw new Error(`ledger seal: the feed has no ${field} ${lastSeq + 1}`)
    lastSeq++
    lastHash = nextSealHash(lastHash, row)
  }
  return { seq: lastSeq, hash: lastHash }
}

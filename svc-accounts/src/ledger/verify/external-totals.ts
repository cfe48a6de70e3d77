import { businessDay, inTransaction } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { externalEntriesOf } from '../store/collections'

type TotalRow = { _id: string; sum: bigint }
type ThroughRow = { _id: 'through'; day: string }

const totalsOf = (db: Db) => db.collection<TotalRow>('external_totals')
const throughOf = (db: Db) => db.collection<ThroughRow>('external_totals_state')
const dayMs = 86_400_000

const readThrough = async (db: Db, session: ClientSession) =>
  (await throughOf(db).findOne({ _id: 'through' }, { session }))?.day ?? ''

async function sumEntries(db: Db, days: { after: string; to?: string }, session: ClientSession) {
  const bizDate = { $gt: days.after, ...(days.to ? { $lte: days.to } : {}) }
  return externalEntriesOf(db)
    .aggregate<TotalRow>([{ $match: { bizDate } }, { $group: { _id: '$w', sum: { $sum: '$amount' } } }], { session })
    .toArray()
}

/** Sum of each external account in the session's snapshot: closed days from their total, the rest from entries. */
export async function readExternalTotals(db: Db, session: ClientSession): Promise<Map<string, bigint>> {
  const totals = new Map<string, bigint>()
  const after = await readThrough(db, session)
  const closed = await totalsOf(db).find({}, { session }).toArray()
  for (const { _id, sum } of [...closed, ...(await sumEntries(db, { after }, session))]) {
    totals.set(_id, (totals.get(_id) ?? 0n) + BigInt(sum))
  }
  return totals
}

/**
 * Adds days that no entry can join any more to the totals, so that reading them does not grow with history. The day
 * before yesterday is the newest of them: no transaction lives that long. `again` sums all of them anew, which mends
 * totals that a wrong clock has closed too early.
 */
export async function closeDays(
  { client, db, zone }: { client: MongoClient; db: Db; zone: string },
  { now, again }: { now: number; again: boolean },
): Promise<void> {
  const to = businessDay(new Date(now - 2 * dayMs), zone)
  await inTransaction(client, async session => {
    const through = await readThrough(db, session)
    if (through >= to && !again) return
    if (again) await totalsOf(db).deleteMany({}, { session })
    for (const { _id, sum } of await sumEntries(db, { after: again ? '' : through, to }, session)) {
      await totalsOf(db).updateOne({ _id }, { $inc: { sum: BigInt(sum) } }, { session, upsert: true })
    }
    await throughOf(db).updateOne({ _id: 'through' }, { $set: { day: to } }, { session, upsert: true })
  })
}

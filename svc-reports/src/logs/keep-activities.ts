import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { type AccountRow, inTransaction } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { writeRows } from '../daybook/write-rows'
import { firstLogId, type LogEntry, logRows, logsName } from './log-rows'

/** Keeps activities once each, however often they come. */
export async function keepActivities(
  { client, db, zone }: { client: MongoClient; db: Db; zone: string },
  events: readonly ActivityRecorded[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<void> {
  const once = new Map(events.map(event => [firstLogId(event.id), event]))
  if (once.size === 0) return
  await inTransaction(client, async session => {
    const kept = await db
      .collection<LogEntry>(logsName)
      .find({ _id: { $in: [...once.keys()] } }, { session, projection: { _id: 1 } })
      .toArray()
    const known = new Set(kept.map(row => row._id))
    const rows = [...once]
      .filter(([id]) => !known.has(id))
      .flatMap(([, event]) => logRows(event, accounts.get(event.data.accountId ?? ''), zone))
    await writeRows(db, logsName, rows, session)
  })
}

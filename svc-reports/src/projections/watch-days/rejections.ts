import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { businessDay, type CollectionSpec, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { addDue, type DueDay } from './due-store'

/** Bets of a player on a day that a limit rejected; `_id` is `player|YYYY-MM-DD`. */
type RejectionRow = { _id: string; times: number; at: Date }

const rejectionsName = 'watch_rejections'
const retentionDays = 8
const limitReasons: readonly string[] = ['STAKE_LIMIT', 'LOSS_LIMIT']

export const rejectionCollections: readonly CollectionSpec[] = [
  { name: rejectionsName, indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: retentionDays * 86_400 } }] },
]

const keyOf = ({ playerId, day }: DueDay) => `${playerId}|${day}`

/** Counts activities that are stored in the same transaction. @param first unique number of the first one */
export async function countRejections(
  { db, zone, first }: { db: Db; zone: string; first: number },
  events: readonly ActivityRecorded[],
  tx: Tx,
): Promise<void> {
  const rejected = events.flatMap(({ at, data: { accountId, reason, times = 1 } }) =>
    accountId && limitReasons.includes(reason ?? '')
      ? [{ playerId: accountId, day: businessDay(new Date(at), zone), times }]
      : [],
  )
  if (rejected.length === 0) return
  const writes = rejected.map(({ times, ...due }) => ({
    updateOne: {
      filter: { _id: keyOf(due) },
      update: { $inc: { times }, $setOnInsert: { at: new Date() } },
      upsert: true,
    },
  }))
  await db.collection<RejectionRow>(rejectionsName).bulkWrite(writes, { session: tx })
  await addDue(db, `activities|${first}`, rejected, tx)
}

export async function readRejections(db: Db, days: readonly DueDay[]): Promise<(due: DueDay) => number> {
  const rows = await db
    .collection<RejectionRow>(rejectionsName)
    .find({ _id: { $in: days.map(keyOf) } })
    .toArray()
  const times = new Map(rows.map(row => [row._id, Number(row.times)]))
  return due => times.get(keyOf(due)) ?? 0
}

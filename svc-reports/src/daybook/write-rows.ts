import type { ClientSession, Db } from 'mongodb'
import { countsName, type DayCount, type DayRow, shelfOf } from './daybook'

/** Adds rows that are not there yet, and counts them, in the caller's transaction. */
export async function writeRows<R extends Omit<DayRow, 'shelf'>>(
  db: Db,
  name: string,
  rows: readonly R[],
  session: ClientSession,
): Promise<void> {
  if (rows.length === 0) return
  const shelved: DayRow[] = rows.map(row => ({ ...row, shelf: shelfOf(row.owner, row.day) }))
  await db.collection<DayRow>(name).insertMany(shelved, { session })
  const counts = new Map<string, DayCount>()
  for (const { owner, day, bucket, self } of rows) {
    const _id = `${shelfOf(owner, day)}|${bucket}`
    const count = counts.get(_id) ?? { _id, owner, day, bucket, all: 0, self: 0 }
    count.all += 1
    if (self) count.self += 1
    counts.set(_id, count)
  }
  await db.collection<DayCount>(countsName(name)).bulkWrite(
    [...counts.values()].map(({ _id, owner, day, bucket, all, self }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { owner, day, bucket }, $inc: { all, self } },
        upsert: true,
      },
    })),
    { session },
  )
}

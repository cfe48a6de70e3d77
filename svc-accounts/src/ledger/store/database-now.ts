import type { Db } from 'mongodb'

/** The database's time at this moment, in milliseconds since 1970; a round trip old at most. */
export async function databaseNow(db: Db): Promise<number> {
  const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date }
  return localTime.getTime()
}

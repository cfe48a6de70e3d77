import type { Db } from 'mongodb'
import type { Logger } from '../logger'

const refreshMs = 10_000
const samplesMax = 3
const roundTripMsGood = 3

/** The time that a service stores and decides by, in whole milliseconds since 1970. */
export type Clock = {
  now: () => number
  /** Newly read: at most one round trip to the database old. */
  read: () => Promise<number>
  stop: () => Promise<void>
}

/**
 * The database's clock, shared by all replicas. Between readings it advances with the monotonic clock, unaffected by
 * changes of the system time.
 */
export async function startDatabaseClock(db: Db, logger: Logger): Promise<Clock> {
  let reading = await read(db)
  const timer = setInterval(() => {
    read(db).then(
      fresh => {
        reading = fresh
      },
      (error: unknown) => logger.warn({ err: error }, 'could not read the clock of the database'),
    )
  }, refreshMs)
  return {
    now: () => Math.round(reading.serverMs + (performance.now() - reading.monotonicMs)),
    read: () => databaseNow(db),
    stop: async () => clearInterval(timer),
  }
}

/** Current time of the database in milliseconds since 1970, at most one round trip old. */
export async function databaseNow(db: Db): Promise<number> {
  const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date }
  return localTime.getTime()
}

type Reading = { serverMs: number; monotonicMs: number; roundTripMs: number }

async function read(db: Db): Promise<Reading> {
  let best: Reading | undefined
  for (let index = 0; index < samplesMax; index++) {
    const before = performance.now()
    const serverMs = await databaseNow(db)
    const roundTripMs = performance.now() - before
    if (!best || roundTripMs < best.roundTripMs) {
      best = { serverMs, monotonicMs: before + roundTripMs / 2, roundTripMs }
    }
    if (roundTripMs <= roundTripMsGood) break
  }
  return best as Reading
}

import type { Db } from 'mongodb'
import type { Logger } from '../telemetry/logger'

const refreshMs = 10_000
const samplesMax = 3
const roundTripMsGood = 3
/** A larger difference between two readings is logged: the members of the replica set disagree about the time. */
const jumpMsMax = 1_000
/** Share of the elapsed time by which the clock runs faster or slower until it agrees with a reading. */
const slewShare = 0.1
/** The clock jumps forwards by more than this, because the process was suspended: its leases are over. */
const slewMsMax = 10_000

/** The time that a service stores and decides by, in whole milliseconds since 1970. */
export type Clock = {
  now: () => number
  /** Newly read: at most one round trip to the database old. */
  read: () => Promise<number>
  stop: () => Promise<void>
}

/**
 * The database's clock, shared by all replicas. Between readings it advances with the monotonic clock, unaffected by
 * changes of the system time. It follows each reading gradually and never goes backwards, because the members of a
 * replica set differ: a jump at a failover must not end a lease early, or let its holder act longer.
 */
export async function startDatabaseClock(db: Db, logger: Logger): Promise<Clock> {
  const clock = followReadings(await read(db))
  const timer = setInterval(() => {
    read(db).then(
      reading => {
        const jumpMs = Math.round(clock.follow(reading))
        if (Math.abs(jumpMs) > jumpMsMax) logger.warn({ jumpMs }, 'the clock of the database has jumped')
      },
      (error: unknown) => logger.warn({ err: error }, 'could not read the clock of the database'),
    )
  }, refreshMs)
  return {
    now: clock.now,
    read: () => databaseNow(db),
    stop: async () => clearInterval(timer),
  }
}

/** A clock that starts with a reading and follows later ones. @param monotonicNow in ms, of the readings too */
export function followReadings(first: Reading, monotonicNow: () => number = () => performance.now()) {
  let start = first
  /** Difference between the last reading and the clock when it was read. */
  let aheadMs = 0

  function at(monotonicMs: number) {
    const elapsedMs = monotonicMs - start.monotonicMs
    const slewedMs = Math.sign(aheadMs) * Math.min(Math.abs(aheadMs), elapsedMs * slewShare)
    return { serverMs: start.serverMs + elapsedMs + slewedMs, restMs: aheadMs - slewedMs }
  }

  return {
    /** Whole milliseconds since 1970. */
    now: () => Math.round(at(monotonicNow()).serverMs),
    /** @returns by how many ms the reading is ahead of the one before */
    follow(reading: Reading): number {
      const monotonicMs = monotonicNow()
      const { serverMs, restMs } = at(monotonicMs)
      const readMs = reading.serverMs + monotonicMs - reading.monotonicMs
      const isStep = readMs - serverMs > slewMsMax
      start = { serverMs: isStep ? readMs : serverMs, monotonicMs }
      aheadMs = isStep ? 0 : readMs - serverMs
      return readMs - serverMs - restMs
    },
  }
}

/** Current time of the database in milliseconds since 1970, at most one round trip old. */
export async function databaseNow(db: Db): Promise<number> {
  const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date }
  return localTime.getTime()
}

type Reading = { serverMs: number; monotonicMs: number }

async function read(db: Db): Promise<Reading> {
  let best: (Reading & { roundTripMs: number }) | undefined
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

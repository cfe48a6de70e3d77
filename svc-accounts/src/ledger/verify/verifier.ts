import { type Background, type Logger, startLoop } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { type Verified, verifyLedger } from './verify-ledger'

const pauseMs = 20
/** Every so many rounds all is read again from the first entry, so that a change of old entries is seen too. */
const roundsPerFullRead = 20

/**
 * Verifies the ledger all the time, slowly and beside the work: each round reads entries that are new since the last.
 * A fault is logged as an error with the wallet's id and stops the clock of `verifiedAt`.
 */
export function startVerifier(options: {
  client: MongoClient
  db: Db
  everyMs: number
  logger: Logger
}): Background & { verifiedAt: () => Date | undefined; faults: () => readonly string[] } {
  const { client, db, everyMs, logger } = options
  const verified: Verified = new Map()
  let rounds = 0
  let verifiedAt: Date | undefined
  let faults: string[] = []

  async function round(signal: AbortSignal): Promise<undefined> {
    const startedAt = new Date()
    const again = rounds++ % roundsPerFullRead === 0
    if (again) verified.clear()
    const report = await verifyLedger(client, db, { verified, pauseMs, signal })
    if (signal.aborted) return
    faults = report.faults
    if (faults.length === 0) verifiedAt = startedAt
    else logger.error({ faults: faults.slice(0, 20), count: faults.length }, 'the ledger does not agree with itself')
  }

  const loop = startLoop(round, { everyMs, logger, name: 'ledger verification' })
  return {
    /** When the last round that found no fault began; undefined before the first has ended. */
    verifiedAt: () => verifiedAt,
    faults: () => faults,
    stop: loop.stop,
  }
}

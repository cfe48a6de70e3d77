import { type Logger, sleep } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { checkBooks, type Verified } from './check-books'
import { closeOpenDays } from './open-totals'

const pauseMs = 20
/** Every so many rounds all is read again from the first entry, so that a change of old entries is seen too. */
const roundsPerFullRead = 20

/**
 * Verifies the books all the time, slowly and beside the work: each round reads entries that are new since the last. A fault is logged as an error with the wallet's name and stops the clock of `verifiedAt`.
 */
export function startReconciler(options: {
  client: MongoClient
  db: Db
  zone: string
  everyMs: number
  logger: Logger
  now: () => number
}) {
  const { client, db, everyMs, logger, now } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const verified: Verified = new Map()
  let rounds = 0
  let verifiedAt: Date | undefined
  let faults: string[] = []
  const finished = run()

  async function round() {
    const startedAt = new Date()
    const again = rounds++ % roundsPerFullRead === 0
    if (again) verified.clear()
    await closeOpenDays(options, { now: now(), again })
    const report = await checkBooks(client, db, { verified, pauseMs, signal })
    if (signal.aborted) return
    faults = report.faults
    if (faults.length === 0) verifiedAt = startedAt
    else logger.error({ faults: faults.slice(0, 20), count: faults.length }, 'the books do not agree')
  }

  async function run() {
    while (!signal.aborted) {
      await round().catch((error: unknown) => logger.warn({ err: error }, 'verification round failed'))
      await sleep(everyMs, signal)
    }
  }

  return {
    /** When the last round that found no fault began; undefined before the first has ended. */
    verifiedAt: () => verifiedAt,
    faults: (): readonly string[] => faults,
    async stop() {
      stopping.abort()
      await finished
    },
  }
}

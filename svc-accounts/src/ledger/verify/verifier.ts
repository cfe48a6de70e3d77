import { type Background, type Lease, type Logger, type Metrics, sleep, startLoop } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { fencingTokenOf, walletsOf } from '../store/collections'
import { createCheckStore, type RoundRow } from './check-store'
import { findSumFaults, verifyCreditPage, verifyPlayPage, verifyTotals } from './verify-feeds'
import { createSampleVerification, newSample } from './verify-sample'
import { type Pace, verifyWallets } from './verify-wallets'

const walletsPerPage = 200
/** Upper limit of rows read per second. */
const rowsPerSecond = 5_000
/** Pause after a page, as a multiple of its duration: longer pauses under load. */
const pauseFactorDefault = 9
/** Shorter than the lease, which is renewed after each pause. */
const pauseMsMax = 3_000
/** Verifying a page without new entries has a cost too. */
const pauseMsMin = 20
/** Rows before the checkpoints that a round reads again: its cost does not depend on the history. */
const sampleRows = 2_000
const faultsMax = 20
/** Of the checkpoints: those of another one are forgotten. */
const checkFormat = 3

type VerifierOptions = {
  client: MongoClient
  db: Db
  everyMs: number
  lease: Lease
  logger: Logger
  metrics: Pick<Metrics, 'gauge'>
  pauseFactor?: number
}

/**
 * Verifies the ledger continuously in the background, on one instance at a time, and stores its progress. A fault is
 * logged as an error, counted in a metric, and keeps `verifiedAt` from advancing.
 */
export function startVerifier(options: VerifierOptions): Background & { verifiedAt: () => Promise<Date | undefined> } {
  const { client, db, everyMs, lease, logger, metrics, pauseFactor = pauseFactorDefault } = options
  const store = createCheckStore(db)
  const verifySample = createSampleVerification({ client, db, store, rowsPerRound: sampleRows })
  let cachedRound: RoundRow | null = null
  metrics.gauge('ledger_faults', 'Faults found by the running or the last ledger verification', {
    read: () => Math.max(cachedRound?.faults.length ?? 0, cachedRound?.last?.faults ?? 0),
  })
  metrics.gauge('ledger_verified_age_seconds', 'Age of the last ledger verification without a fault, or of the first', {
    read: () => (cachedRound ? (Date.now() - (cachedRound.verifiedAt ?? cachedRound.begunAt).getTime()) / 1000 : -1),
  })
  metrics.gauge('ledger_unverified_transfers', 'Transfers after the checkpoints of the verification', {
    read: async () => {
      const token = await fencingTokenOf(db).findOne({ _id: 'writer' })
      const { playSeq = 0n, creditSeq = 0n } = cachedRound ?? {}
      return Number((token?.playHead ?? 0n) - playSeq + (token?.creditHead ?? 0n) - creditSeq)
    },
  })

  async function round(signal: AbortSignal, progress: () => void): Promise<'again' | undefined> {
    if (!(await lease.hold())) {
      cachedRound = await store.round()
      return undefined
    }
    const pace = createPace({ lease, pauseFactor, signal, progress })
    const stored = await store.round()
    if (stored && stored.format !== checkFormat) await store.reset()
    const row = stored?.format === checkFormat ? stored : newRound(null)
    cachedRound = row
    for (;;) {
      if (await step(row, pace)) break
      await store.save(row)
      if (!(await lease.hold())) return undefined
    }
    await finish(row, pace)
    return undefined
  }

  /** Verifies one page of wallets. @returns whether it was the last page */
  async function step(row: RoundRow, pace: Pace): Promise<boolean> {
    const filter = row.upTo === undefined ? {} : { _id: { $gt: row.upTo } }
    const page = await walletsOf(db).find(filter).sort({ _id: 1 }).limit(walletsPerPage).toArray()
    const ids = page.map(({ _id }) => _id)
    const checks = await store.checksOf(ids)
    const before = new Map(checks)
    const report = { faults: [], wallets: 0, entries: 0 }
    await verifyWallets({ db, pace }, page, checks, report)
    await store.saveChecks([...checks].filter(([id, check]) => before.get(id)?.seq !== check.seq))
    reportFaults(row, report.faults)
    row.wallets += report.wallets
    row.entries += report.entries
    const last = ids.at(-1)
    if (last !== undefined) row.upTo = last
    return page.length < walletsPerPage
  }

  async function finish(row: RoundRow, pace: Pace) {
    reportFaults(row, await findSumFaults(client, db))
    reportFaults(row, await verifyFeeds(row, pace))
    reportFaults(row, await verifySample(row, pace))
    const { startedAt, wallets, entries, faults } = row
    const next = newRound(row)
    next.last = { startedAt, endedAt: new Date(), wallets, entries, faults: faults.length }
    if (faults.length === 0) next.verifiedAt = startedAt
    await store.save(next)
    cachedRound = next
  }

  async function verifyFeeds(row: RoundRow, pace: Pace): Promise<string[]> {
    const check = await store.feedCheck(row)
    const before = new Map(check.totals)
    const faults: string[] = []
    for (const verifyPage of [verifyPlayPage, verifyCreditPage]) {
      for (let read = 1; read > 0; ) {
        read = await verifyPage(db, check, faults)
        await pace(read)
      }
    }
    faults.push(...(await verifyTotals(client, db, check, false)))
    if (faults.length > 0) return faults
    await store.saveTotals([...check.totals].filter(([id, total]) => before.get(id)?.seq !== total.seq))
    row.playSeq = check.playSeq
    row.creditSeq = check.creditSeq
    return []
  }

  function reportFaults(row: RoundRow, faults: readonly string[]) {
    if (faults.length === 0) return
    logger.error({ faults: faults.slice(0, faultsMax), count: faults.length }, 'ledger verification found faults')
    row.faults = [...row.faults, ...faults].slice(0, faultsMax)
  }

  const loop = startLoop(round, { everyMs, logger, name: 'ledger verification' })
  return {
    verifiedAt: async () => (await store.round())?.verifiedAt,
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}

type PaceOptions = { lease: Pick<Lease, 'hold'>; pauseFactor: number; signal: AbortSignal; progress: () => void }

/** Pauses between pages, renews the lease (a page of wallets may take minutes), and aborts the round on stop. */
function createPace({ lease, pauseFactor, signal, progress }: PaceOptions): Pace {
  let workedSince = performance.now()
  return async rows => {
    const worked = performance.now() - workedSince
    const pauseMs = Math.max(pauseMsMin, (rows / rowsPerSecond) * 1000, pauseFactor * worked)
    await sleep(Math.min(pauseMs, pauseMsMax), signal)
    signal.throwIfAborted()
    await lease.hold()
    progress()
    workedSince = performance.now()
  }
}

function newRound(before: RoundRow | null): RoundRow {
  return {
    _id: 'round',
    format: checkFormat,
    startedAt: new Date(),
    begunAt: before?.begunAt ?? new Date(),
    rounds: before ? before.rounds + 1 : 0,
    sample: before?.sample ?? newSample(),
    wallets: 0,
    entries: 0,
    faults: [],
    playSeq: before?.playSeq ?? 0n,
    creditSeq: before?.creditSeq ?? 0n,
    ...(before?.last ? { last: before.last } : {}),
    ...(before?.verifiedAt ? { verifiedAt: before.verifiedAt } : {}),
  }
}

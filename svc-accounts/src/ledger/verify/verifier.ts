import { type Background, type Lease, type Logger, type Metrics, sleep, startLoop } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { walletsOf } from '../store/collections'
import { createCheckStore, type RoundRow } from './check-store'
import { faultsOfSums, verifyCreditFeed, verifyPlayPage, verifyTotals } from './verify-feeds'
import { type Breathe, verifyWallets, type WalletCheck } from './verify-wallets'

const walletsAtOnce = 200
/** The verification takes what is left of the database's time, not more: rows read in a second. */
const rowsPerSecond = 5_000
/** Of the time that a page took: under load it takes longer, and leaves longer pauses. */
const pauseShare = 9
/** Shorter than the lease, which is renewed after it. */
const longestPauseMs = 3_000
/** A wallet that has nothing new costs a row as well. */
const leastPauseMs = 20
/** Every so many rounds all is read again from the first entry, so that a change of old entries is seen too. */
const roundsPerFullRead = 20
const faultsKept = 20

type VerifierOptions = {
  client: MongoClient
  db: Db
  everyMs: number
  lease: Lease
  logger: Logger
  metrics?: Pick<Metrics, 'gauge'> | undefined
}

/**
 * Verifies the ledger all the time, slowly and beside the work, on one instance at a time. It writes down where it
 * stands: a restart goes on from there. A fault is an error in the log and a figure, and stops the clock of
 * `verifiedAt`.
 */
export function startVerifier(options: VerifierOptions): Background & { verifiedAt: () => Promise<Date | undefined> } {
  const { client, db, everyMs, lease, logger, metrics } = options
  const store = createCheckStore(db)
  let known: RoundRow | null = null
  metrics?.gauge('ledger_faults', 'Faults that the running or the last verification has found', {
    read: () => Math.max(known?.faults.length ?? 0, known?.last?.faults ?? 0),
  })
  metrics?.gauge('ledger_verified_age_seconds', 'Age of the last verification without a fault', {
    read: () => (known?.verifiedAt ? (Date.now() - known.verifiedAt.getTime()) / 1000 : -1),
  })

  async function round(signal: AbortSignal, progress: () => void): Promise<'again' | undefined> {
    if (!(await lease.hold())) {
      known = await store.round()
      return undefined
    }
    const breathe = paceOf(lease, signal, progress)
    const row = (await store.round()) ?? begin(null)
    known = row
    for (;;) {
      if (await step(row, breathe)) break
      await store.save(row)
      if (!(await lease.hold())) return undefined
    }
    await finish(row, breathe)
    return undefined
  }

  /** One page of wallets. @returns whether it was the last one */
  async function step(row: RoundRow, breathe: Breathe): Promise<boolean> {
    const filter = row.upTo === undefined ? {} : { _id: { $gt: row.upTo } }
    const page = await walletsOf(db).find(filter).sort({ _id: 1 }).limit(walletsAtOnce).toArray()
    const ids = page.map(({ _id }) => _id)
    const checks: Map<string, WalletCheck> = row.isFull ? new Map() : await store.checksOf(ids)
    const before = new Map(checks)
    const report = { faults: [], wallets: 0, entries: 0 }
    await verifyWallets({ db, breathe }, page, checks, report)
    await store.saveChecks([...checks].filter(([id, check]) => before.get(id)?.seq !== check.seq))
    tell(row, report.faults)
    row.wallets += report.wallets
    row.entries += report.entries
    const last = ids.at(-1)
    if (last !== undefined) row.upTo = last
    return page.length < walletsAtOnce
  }

  async function finish(row: RoundRow, breathe: Breathe) {
    tell(row, await faultsOfSums(client, db))
    tell(row, await verifyPlay(row, breathe))
    tell(row, await verifyCredit(row, breathe))
    const { startedAt, wallets, entries, faults } = row
    const next = begin(row)
    next.last = { startedAt, endedAt: new Date(), wallets, entries, faults: faults.length }
    if (faults.length === 0) next.verifiedAt = startedAt
    await store.save(next)
    known = next
  }

  async function verifyCredit(row: RoundRow, breathe: Breathe): Promise<string[]> {
    const faults: string[] = []
    row.creditSeq = await verifyCreditFeed({ db, breathe }, row.isFull ? 0n : row.creditSeq, faults)
    return faults
  }

  async function verifyPlay(row: RoundRow, breathe: Breathe): Promise<string[]> {
    const check = await store.playCheck(row.isFull ? 0n : row.playSeq)
    const before = new Map(check.totals)
    const faults: string[] = []
    for (let read = 1; read > 0; ) {
      read = await verifyPlayPage(db, check, faults)
      await breathe(read)
    }
    faults.push(...(await verifyTotals(client, db, check)))
    if (faults.length > 0) return faults
    await store.saveTotals([...check.totals].filter(([id, total]) => before.get(id)?.seq !== total.seq))
    row.playSeq = check.seq
    return []
  }

  function tell(row: RoundRow, faults: readonly string[]) {
    if (faults.length === 0) return
    logger.error({ faults: faults.slice(0, faultsKept), count: faults.length }, 'the ledger does not agree with itself')
    row.faults = [...row.faults, ...faults].slice(0, faultsKept)
  }

  const loop = startLoop(round, { everyMs, logger, name: 'ledger verification' })
  return {
    /** When the last round that found no fault began; undefined before the first has ended. */
    verifiedAt: async () => (await store.round())?.verifiedAt,
    async stop() {
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}

/** It keeps the lease, as a page of wallets may take minutes, and ends the round when the verification is to stop. */
function paceOf(lease: Pick<Lease, 'hold'>, signal: AbortSignal, progress: () => void): Breathe {
  let workedSince = performance.now()
  return async rows => {
    const worked = performance.now() - workedSince
    const pauseMs = Math.max(leastPauseMs, (rows / rowsPerSecond) * 1000, pauseShare * worked)
    await sleep(Math.min(pauseMs, longestPauseMs), signal)
    signal.throwIfAborted()
    await lease.hold()
    progress()
    workedSince = performance.now()
  }
}

function begin(before: RoundRow | null): RoundRow {
  const sinceFull = before ? before.sinceFull + 1 : 0
  const isFull = sinceFull % roundsPerFullRead === 0
  return {
    _id: 'round',
    startedAt: new Date(),
    isFull,
    sinceFull: isFull ? 0 : sinceFull,
    wallets: 0,
    entries: 0,
    faults: [],
    playSeq: before?.playSeq ?? 0n,
    creditSeq: before?.creditSeq ?? 0n,
    ...(before?.last ? { last: before.last } : {}),
    ...(before?.verifiedAt ? { verifiedAt: before.verifiedAt } : {}),
  }
}

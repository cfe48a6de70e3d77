import type { Db, MongoClient } from 'mongodb'
import type { CheckStore, RoundRow, Sample } from './check-store'
import { emptyCheck, type FeedCheck, verifyCreditPage, verifyPlayPage, verifyTotals } from './verify-feeds'
import { followWallet, type Pace, type WalletCheck } from './verify-wallets'

type Parts = {
  client: MongoClient
  db: Db
  store: CheckStore
  /** Rows of wallets, and of each feed, that a round reads again. */
  rowsPerRound: number
}

export const newSample = (): Sample => ({ seq: 0n, balance: 0n, playSeq: 0n, creditSeq: 0n })

/**
 * Reads rows before the checkpoints again, round after round, so that a later change of old rows is found too. What was
 * wrong is read again by the next round.
 */
export function createSampleVerification({ client, db, store, rowsPerRound }: Parts) {
  /** With the tickets whose next posting is ahead; after a restart they are followed from the next pass on. */
  let check: FeedCheck | undefined

  async function verifyWallets(sample: Sample, pace: Pace): Promise<string[]> {
    let checks = await store.checksFrom(sample.wallet ?? '')
    for (let left = rowsPerRound; left > 0; ) {
      if (checks.length === 1) checks = await store.checksFrom(sample.wallet ?? '')
      const [end, next] = checks
      if (!end) {
        delete sample.wallet
        return []
      }
      const after = end._id === sample.wallet ? { seq: sample.seq, balance: sample.balance } : { seq: 0n, balance: 0n }
      const to = after.seq + BigInt(left) < end.seq ? after.seq + BigInt(left) : end.seq
      const { faults, read } = await followWallet({ db, pace }, end._id, after, to)
      left -= read + 1
      if (faults.length === 0) faults.push(...findEndFaults(after, end))
      if (faults.length > 0) return faults.map(fault => `wallet ${end._id}: ${fault}`)
      Object.assign(sample, { wallet: end._id, ...after })
      if (after.seq < end.seq) continue
      if (!next) {
        delete sample.wallet
        return []
      }
      Object.assign(sample, { wallet: next._id, seq: 0n, balance: 0n })
      checks.shift()
    }
    return []
  }

  const findEndFaults = (after: WalletCheck, end: WalletCheck) =>
    after.seq === end.seq && after.balance !== end.balance
      ? [`its entries up to ${end.seq} sum to ${after.balance}, not ${end.balance}`]
      : []

  async function verifyFeeds(row: RoundRow, pace: Pace): Promise<string[]> {
    const { sample } = row
    check ??= { ...emptyCheck(), ...(await store.sampleCheck(sample)) }
    const before = new Map(check.totals)
    const faults: string[] = []
    for (const verifyPage of [verifyPlayPage, verifyCreditPage]) {
      for (let left = rowsPerRound, read = 1; read > 0 && left > 0; left -= read) {
        read = await verifyPage(db, check, faults, { until: row })
        await pace(read)
      }
    }
    if (faults.length > 0) {
      check = undefined
      return faults
    }
    await store.saveSampleTotals([...check.totals].filter(([id, total]) => before.get(id)?.seq !== total.seq))
    Object.assign(sample, { playSeq: check.playSeq, creditSeq: check.creditSeq })
    if (check.playSeq < row.playSeq || check.creditSeq < row.creditSeq) return []
    const endFaults = await verifyTotals(client, db, check, true)
    if (endFaults.length > 0) return endFaults
    check = undefined
    Object.assign(sample, { playSeq: 0n, creditSeq: 0n })
    return []
  }

  return async (row: RoundRow, pace: Pace): Promise<string[]> => [
    ...(await verifyWallets(row.sample, pace)),
    ...(await verifyFeeds(row, pace)),
  ]
}

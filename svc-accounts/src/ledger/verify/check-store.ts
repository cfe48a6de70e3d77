import type { CollectionSpec } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { bookCollections } from '../store/collections'
import { emptyCheck, type FeedCheck } from './verify-feeds'
import type { TotalCheck } from './verify-issued'
import type { WalletCheck } from './verify-wallets'

/** Progress of the verification; any instance resumes here after a restart. */
export type RoundRow = {
  _id: 'round'
  /** Of the checkpoints; with another one, everything is read again. */
  format?: number
  startedAt: Date
  /** Start of the first round. */
  begunAt: Date
  /** Number of rounds before this one. */
  rounds: number
  sample: Sample
  upTo?: string
  wallets: number
  entries: number
  faults: string[]
  playSeq: bigint
  creditSeq: bigint
  /** Summary of the last finished round, and start of the last round without a fault. */
  last?: { startedAt: Date; endedAt: Date; wallets: number; entries: number; faults: number }
  verifiedAt?: Date
}
/** Position of the sample in the entries of a wallet, and in both feeds. */
export type Sample = WalletCheck & { wallet?: string; playSeq: bigint; creditSeq: bigint }
type WalletCheckRow = WalletCheck & { _id: string }
type TotalCheckRow = TotalCheck & { _id: string }

const checkCollections: readonly CollectionSpec[] = [
  { name: 'verification' },
  { name: 'wallet_checks' },
  { name: 'total_checks' },
  { name: 'sample_totals' },
]

export function createCheckStore(db: Db) {
  const rounds: Collection<RoundRow> = db.collection('verification')
  const wallets: Collection<WalletCheckRow> = db.collection('wallet_checks')
  const totals: Collection<TotalCheckRow> = db.collection('total_checks')
  const sampleTotals: Collection<TotalCheckRow> = db.collection('sample_totals')

  type Position = Pick<FeedCheck, 'playSeq' | 'creditSeq'>

  /** Totals without a row are those of a feed that was read from its beginning. */
  async function readCheck(rows: typeof totals, { playSeq, creditSeq }: Position): Promise<FeedCheck> {
    const found = await rows.find({}, { batchSize: 5_000 }).toArray()
    const entries = found.map(({ _id, sum, seq }): [string, TotalCheck] => [_id, { sum, seq }])
    return { ...emptyCheck(), playSeq, creditSeq, totals: new Map(entries) }
  }

  async function saveTotals(rows: typeof totals, changed: readonly [string, TotalCheck][]) {
    if (changed.length === 0) return
    await rows.bulkWrite(
      changed.map(([_id, check]) => ({ updateOne: { filter: { _id }, update: { $set: check }, upsert: true } })),
      { ordered: false },
    )
  }

  return {
    round: () => rounds.findOne({ _id: 'round' }),

    async save({ _id, ...round }: RoundRow) {
      await rounds.replaceOne({ _id }, round, { upsert: true })
    },

    async checksOf(ids: readonly string[]): Promise<Map<string, WalletCheck>> {
      const rows = await wallets.find({ _id: { $in: [...ids] } }, { batchSize: 1_000 }).toArray()
      return new Map(rows.map(({ _id, ...check }) => [_id, check]))
    },

    async saveChecks(changed: readonly [string, WalletCheck][]) {
      if (changed.length === 0) return
      await wallets.bulkWrite(
        changed.map(([_id, check]) => ({ updateOne: { filter: { _id }, update: { $set: check }, upsert: true } })),
        { ordered: false },
      )
    },

    feedCheck: (position: Position) => readCheck(totals, position),
    saveTotals: (changed: readonly [string, TotalCheck][]) => saveTotals(totals, changed),

    /** @returns the check of the wallet with this id, or the first one after it, and some that follow */
    checksFrom: (id: string): Promise<WalletCheckRow[]> =>
      wallets
        .find({ _id: { $gte: id } })
        .sort({ _id: 1 })
        .limit(100)
        .toArray(),

    /** At the beginning, earlier totals are removed. */
    async sampleCheck(position: Position): Promise<FeedCheck> {
      if (position.playSeq === 0n && position.creditSeq === 0n) await sampleTotals.deleteMany({})
      return readCheck(sampleTotals, position)
    },
    saveSampleTotals: (changed: readonly [string, TotalCheck][]) => saveTotals(sampleTotals, changed),

    /** Forgets all checkpoints: the next round begins at the first entry. */
    async reset() {
      for (const rows of [wallets, totals, sampleTotals]) await rows.deleteMany({})
    },
  }
}

export type CheckStore = ReturnType<typeof createCheckStore>

/** Collections that must exist before the ledger starts. */
export const ledgerCollections: readonly CollectionSpec[] = [...bookCollections, ...checkCollections]

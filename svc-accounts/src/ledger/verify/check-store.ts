import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { bookPlans } from '../store/collections'
import { emptyCheck, type FeedCheck } from './verify-feeds'
import type { TotalCheck } from './verify-issued'
import type { WalletCheck } from './verify-wallets'

/** Progress of the verification; any instance resumes here after a restart. */
export type RoundRow = {
  _id: 'round'
  /** Of the checkpoints; with another one, everything is read again. */
  format?: number
  startedAt: Date
  isFull: boolean
  sinceFull: number
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
type WalletCheckRow = WalletCheck & { _id: string }
type TotalCheckRow = TotalCheck & { _id: string }

const checkPlans: readonly CollectionPlan[] = [
  { name: 'verification' },
  { name: 'wallet_checks' },
  { name: 'total_checks' },
]

export function createCheckStore(db: Db) {
  const rounds: Collection<RoundRow> = db.collection('verification')
  const wallets: Collection<WalletCheckRow> = db.collection('wallet_checks')
  const totals: Collection<TotalCheckRow> = db.collection('total_checks')

  return {
    round: () => rounds.findOne({ _id: 'round' }),

    async save({ _id, ...round }: RoundRow) {
      await rounds.replaceOne({ _id }, round, { upsert: true })
    },

    async checksOf(ids: readonly string[]): Promise<Map<string, WalletCheck>> {
      const rows = await wallets.find({ _id: { $in: [...ids] } }, { batchSize: 1_000 }).toArray()
      return new Map(rows.map(({ _id, seq, balance }) => [_id, { seq, balance }]))
    },

    async saveChecks(changed: readonly [string, WalletCheck][]) {
      if (changed.length === 0) return
      await wallets.bulkWrite(
        changed.map(([_id, check]) => ({ updateOne: { filter: { _id }, update: { $set: check }, upsert: true } })),
        { ordered: false },
      )
    },

    async feedCheck({ isFull, playSeq, creditSeq }: RoundRow): Promise<FeedCheck> {
      if (isFull) return emptyCheck()
      const rows = await totals.find({}, { batchSize: 5_000 }).toArray()
      const entries = rows.map(({ _id, sum, seq }): [string, TotalCheck] => [_id, { sum, seq }])
      return { ...emptyCheck(), playSeq, creditSeq, totals: new Map(entries) }
    },

    async saveTotals(changed: readonly [string, TotalCheck][]) {
      if (changed.length === 0) return
      await totals.bulkWrite(
        changed.map(([_id, check]) => ({ updateOne: { filter: { _id }, update: { $set: check }, upsert: true } })),
        { ordered: false },
      )
    },
  }
}

/** Collections that must exist before the ledger starts. */
export const ledgerPlans: readonly CollectionPlan[] = [...bookPlans, ...checkPlans]

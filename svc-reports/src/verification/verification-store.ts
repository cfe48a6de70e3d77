import type { Discrepancy, VerificationStatus } from '@cascade/contracts/reports'
import type { CollectionSpec, Days } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Finding } from './checkpoints'

type StateRow = {
  _id: 'state'
  /** Everything recorded until then is verified. */
  upTo: Date | null
  faults: number
  /** Whether a verification is requested, and the progress of the running one. */
  isWanted: boolean
  running: { read: number; of: number } | null
}
type FindingRow = { _id: string; what: string; since: Date }

/** A broken projection has a finding per row: the rest is only counted. */
const findingsStoredMax = 1_000
const findingsReturnedMax = 100

export const verificationCollections: readonly CollectionSpec[] = [
  { name: 'verification' },
  { name: 'verification_faults' },
]

export function createVerificationStore(db: Db) {
  const rows = db.collection<StateRow>('verification')
  const findings = db.collection<FindingRow>('verification_faults')
  let notifyRequest = () => {}
  const set = (change: Partial<StateRow>) => rows.updateOne({ _id: 'state' }, { $set: change }, { upsert: true })

  return {
    async state(): Promise<VerificationStatus> {
      const row = await rows.findOne({ _id: 'state' })
      const upTo = row?.upTo ?? null
      const ageSeconds = upTo && Math.max(0, Math.round((Date.now() - upTo.getTime()) / 1000))
      return { upTo: upTo?.toISOString() ?? null, ageSeconds, faults: Number(row?.faults ?? 0) }
    },

    async running() {
      const row = await rows.findOne({ _id: 'state' })
      return row?.running ? { read: Number(row.running.read), of: Number(row.running.of) } : null
    },

    async findings(): Promise<Discrepancy[]> {
      const found = await findings.find().sort({ _id: 1 }).limit(findingsReturnedMax).toArray()
      return found.map(({ _id, what, since }) => ({ _id, what, since: since.toISOString() }))
    },

    /** Requests a verification as soon as possible. */
    async request(): Promise<void> {
      await set({ isWanted: true })
      notifyRequest()
    },

    /** Called when this process requests one. */
    onRequest(listener: () => void) {
      notifyRequest = listener
    },

    /** Consumes a request. @returns whether there was one */
    async takeRequest(): Promise<boolean> {
      const before = await rows.findOneAndUpdate({ _id: 'state', isWanted: true }, { $set: { isWanted: false } })
      return before !== null
    },

    progress: (running: StateRow['running']) => set({ running }),

    /** Replaces the findings of the previous verification. */
    async finished(found: readonly Finding[], upTo: Date): Promise<void> {
      const stored = found.slice(0, findingsStoredMax)
      await findings.deleteMany({ _id: { $nin: stored.map(({ _id }) => _id) } })
      for (const { _id, what } of stored) {
        await findings.updateOne({ _id }, { $set: { what }, $setOnInsert: { since: upTo } }, { upsert: true })
      }
      await set({ upTo, faults: found.length, running: null })
    },
  }
}
export type VerificationStore = ReturnType<typeof createVerificationStore>

/** Metadata of every report of figures. */
export const createReportMetadata =
  (verification: VerificationStore) => async (days: Days, asOf: string | undefined) => ({
    startDate: days.from,
    endDate: days.to,
    asOf,
    verified: await verification.state(),
  })

import type { Fault, Verified } from '@cascade/contracts/reports'
import type { CollectionPlan, Days } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Difference } from './checker'

type StateRow = {
  _id: 'state'
  /** When everything that had come by then was compared. */
  upTo: Date | null
  faults: number
  /** A verification that somebody asks for, and the one that is under way. */
  isWanted: boolean
  running: { read: number; of: number } | null
}
type FaultRow = { _id: string; what: string; since: Date }

/** A wrong view would have a fault for each row: more are counted, not kept. */
const faultsStoredMax = 1_000
const faultsReturnedMax = 100

export const verificationPlans: readonly CollectionPlan[] = [{ name: 'verification' }, { name: 'verification_faults' }]

/** How far the views were compared with what they were made of. */
export function createVerificationStore(db: Db) {
  const rows = db.collection<StateRow>('verification')
  const faults = db.collection<FaultRow>('verification_faults')
  let notifyRequest = () => {}
  const set = (change: Partial<StateRow>) => rows.updateOne({ _id: 'state' }, { $set: change }, { upsert: true })

  return {
    async state(): Promise<Verified> {
      const row = await rows.findOne({ _id: 'state' })
      const upTo = row?.upTo ?? null
      const ageSeconds = upTo && Math.max(0, Math.round((Date.now() - upTo.getTime()) / 1000))
      return { upTo: upTo?.toISOString() ?? null, ageSeconds, faults: Number(row?.faults ?? 0) }
    },

    async running() {
      const row = await rows.findOne({ _id: 'state' })
      return row?.running ? { read: Number(row.running.read), of: Number(row.running.of) } : null
    },

    async faults(): Promise<Fault[]> {
      const found = await faults.find().sort({ _id: 1 }).limit(faultsReturnedMax).toArray()
      return found.map(({ _id, what, since }) => ({ _id, what, since: since.toISOString() }))
    },

    /** Asks for a verification as soon as possible. */
    async request(): Promise<void> {
      await set({ isWanted: true })
      notifyRequest()
    },

    /** Told when this process asks for one. */
    onRequest(listener: () => void) {
      notifyRequest = listener
    },

    /** Whether somebody asked for one since the last call. */
    async takeRequest(): Promise<boolean> {
      const before = await rows.findOneAndUpdate({ _id: 'state', isWanted: true }, { $set: { isWanted: false } })
      return before !== null
    },

    progress: (running: StateRow['running']) => set({ running }),

    /** What a whole verification found takes the place of what the last one did. */
    async finished(found: readonly Difference[], upTo: Date): Promise<void> {
      const stored = found.slice(0, faultsStoredMax)
      await faults.deleteMany({ _id: { $nin: stored.map(({ _id }) => _id) } })
      for (const { _id, what } of stored) {
        await faults.updateOne({ _id }, { $set: { what }, $setOnInsert: { since: upTo } }, { upsert: true })
      }
      await set({ upTo, faults: found.length, running: null })
    },
  }
}
export type VerificationStore = ReturnType<typeof createVerificationStore>

/** What every report of figures says about itself. */
export const createReportMetadata =
  (verification: VerificationStore) => async (days: Days, asOf: string | undefined) => ({
    startDate: days.from,
    endDate: days.to,
    asOf,
    verified: await verification.state(),
  })

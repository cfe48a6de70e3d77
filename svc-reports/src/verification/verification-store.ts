import type { Verified } from '@cascade/contracts/reports'
import type { CollectionPlan } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Days } from '../figures/days'

type StateRow = { _id: 'state'; upTo: Date | null; faults: number }

export const verificationPlans: readonly CollectionPlan[] = [{ name: 'verification' }]

/** How far the views were compared with what they were made of. */
export function createVerificationStore(db: Db) {
  const rows = db.collection<StateRow>('verification')
  return {
    async state(): Promise<Verified> {
      const row = await rows.findOne({ _id: 'state' })
      return { upTo: row?.upTo?.toISOString() ?? null, faults: Number(row?.faults ?? 0) }
    },
  }
}
export type VerificationStore = ReturnType<typeof createVerificationStore>

/** What every report of figures says about itself. */
export const aboutReport = (verification: VerificationStore) => async (days: Days, asOf: string | undefined) => ({
  startDate: days.from,
  endDate: days.to,
  asOf,
  verified: await verification.state(),
})

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SuiteOptions } from '../suite/suite'

type Wanted = Pick<SuiteOptions, 'seed' | 'historyDays' | 'mongo'>

/** Days to be made: only a folder and servers of our own are surely empty, and their clock has not been anywhere yet. */
export async function wantedHistory({ seed, historyDays = 0, mongo }: Wanted, dataDir: string): Promise<number> {
  if (seed !== 'demo' || mongo || process.env.MONGODB_URI) return 0
  const isNew = await stat(join(dataDir, 'day-seeds.json')).then(
    () => false,
    () => true,
  )
  return isNew ? historyDays : 0
}

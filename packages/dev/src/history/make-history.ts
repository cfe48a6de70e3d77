import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { repository } from '../build/packages'
import { startChild } from '../processes/child'
import type { Log } from '../servers/server'
import type { SuitePlan } from '../suite/environment'

type HistoryRequest = { seed?: 'demo' | 'none'; historyDays?: number; mongo?: unknown }

/** Days to generate: none unless the data folder is new and the servers are ours, as both are then empty. */
export async function countHistoryDays(
  { seed, historyDays = 0, mongo }: HistoryRequest,
  dataDir: string,
): Promise<number> {
  if (seed !== 'demo' || mongo || process.env.MONGODB_URI) return 0
  const isNew = await stat(join(dataDir, 'day-seeds.json')).then(
    () => false,
    () => true,
  )
  return isNew ? historyDays : 0
}

/** Content of the variable HISTORY, which `history/main.ts` reads. */
export type HistoryOptions = { plan: SuitePlan; days: number; dataDir: string }

const program = join(import.meta.dirname, 'main.ts')

/**
 * Fills an empty suite with the demo tree and some days of play, in a separate process. An interrupted run leaves an
 * incomplete history; the next start completes the demo tree.
 * @param onStart receives the function that stops the process
 * @throws Error with its last output if it fails
 */
export async function makeHistory(
  options: HistoryOptions,
  log: Log = () => undefined,
  onStart: (stop: () => Promise<unknown>) => void,
): Promise<void> {
  if (options.plan.production) throw new Error('A production start makes no history.')
  const client = await MongoClient.connect(options.plan.mongodbUri)
  // The database would expire these rows at once, by its own clock.
  const expireRows = (ttlMonitorEnabled: boolean) => client.db('admin').command({ setParameter: 1, ttlMonitorEnabled })
  try {
    await expireRows(false)
    const child = startChild({
      command: process.execPath,
      args: ['--import', 'tsx', program],
      cwd: repository,
      env: { ...process.env, HISTORY: JSON.stringify(options) },
      onLine: log,
    })
    onStart(child.stop)
    const { code } = await child.exited
    if (code !== 0) throw new Error(child.tail())
    log(`${options.days} days of history made`)
  } finally {
    await expireRows(true)
    await client.close()
  }
}

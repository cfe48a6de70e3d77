import { inTransaction } from '@cascade/service-kit'
import { onTestFinished } from 'vitest'
import { createRunStore, runCollections } from '../runs/run-store'
import type { World } from './world'

/** Dependencies with runs in a database without a background worker. */
export async function withIdleRuns(world: World) {
  const idle = world.serviceClient.db(`${world.db.databaseName}_idle`)
  for (const { name } of runCollections) await idle.createCollection(name)
  onTestFinished(async () => void (await idle.dropDatabase()))
  const transaction: typeof world.deps.transaction = work => inTransaction(world.serviceClient, work)
  const deps = { ...world.deps, transaction, runs: createRunStore(idle), writeEvents: async () => undefined }
  return { idle, deps }
}

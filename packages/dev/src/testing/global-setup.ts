import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { startMongo } from '../servers/mongo'
import { startNats } from '../servers/nats'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's MongoDB server; use a separate database per file. */
    mongodbUri: string
    /** Address of the run's NATS server; use a separate namespace per file. */
    natsUrl: string
  }
}

/** One MongoDB server and one NATS server for all integration tests of a run. */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-int-'))
  const [mongo, nats] = await Promise.all([
    startMongo({ dataDir: join(folder, 'mongodb'), log: console.log }),
    startNats({ dataDir: join(folder, 'nats'), log: console.log }),
  ])
  project.provide('mongodbUri', mongo.uri)
  project.provide('natsUrl', nats.uri)
  return async () => {
    await Promise.all([mongo.stop(), nats.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

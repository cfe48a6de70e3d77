import { join } from 'node:path'
import { buildPackages } from '../build/build-packages'
import { startMongo } from '../servers/mongo'
import { startNats } from '../servers/nats'
import type { Log, RunningServer } from '../servers/server'
import type { Undo } from './undo'

export type Servers = { mongo: RunningServer; nats: RunningServer }

type Options = { mongo?: RunningServer; nats?: RunningServer; build?: boolean; progress?: Log }

/** A start within this time needs no progress. */
const quickStartMs = 10_000

/** Builds packages and provisions both servers in parallel. The first time, each takes up to minutes. */
export async function prepareServers(options: Options, dataDir: string, undo: Undo): Promise<Servers> {
  const log = options.progress
  const missing = new Set(['the database server', 'NATS', 'packages'])
  const startedAt = Date.now()
  async function provide<T>(name: string, work: T | Promise<T>): Promise<T> {
    const done = await work
    missing.delete(name)
    if (missing.size > 0 && Date.now() - startedAt > quickStartMs) log?.(`Left: ${[...missing].join(', ')}`)
    return done
  }
  const startServer = async (start: typeof startMongo | typeof startNats, folder: string) => {
    const server = await start({ dataDir: join(dataDir, folder), log })
    undo.push(server.stop)
    return server
  }
  const [mongo, nats, build] = await Promise.allSettled([
    provide('the database server', options.mongo ?? startServer(startMongo, 'mongodb')),
    provide('NATS', options.nats ?? startServer(startNats, 'nats')),
    provide('packages', options.build === false ? undefined : buildPackages({ log })),
  ])
  if (mongo.status === 'rejected') throw mongo.reason
  if (nats.status === 'rejected') throw nats.reason
  if (build.status === 'rejected') throw build.reason
  return { mongo: mongo.value, nats: nats.value }
}

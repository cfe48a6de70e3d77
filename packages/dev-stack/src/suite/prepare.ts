import { join } from 'node:path'
import { buildRooms } from '../build/build-rooms'
import { startMongo } from '../servers/mongo'
import { startNats } from '../servers/nats'
import type { RunningServer } from '../servers/server'
import type { SuiteOptions } from './suite'
import type { Undo } from './undo'

export type Servers = { mongo: RunningServer; nats: RunningServer }

/** The bundles and both servers, at the same time: building the database server may take minutes once. */
export async function prepare(options: SuiteOptions, dataDir: string, undo: Undo): Promise<Servers> {
  const log = options.progress
  const provide = async (start: typeof startMongo | typeof startNats, folder: string) => {
    const server = await start({ dataDir: join(dataDir, folder), log })
    undo.push(server.stop)
    return server
  }
  const [mongo, nats, build] = await Promise.allSettled([
    options.mongo ?? provide(startMongo, 'mongodb'),
    options.nats ?? provide(startNats, 'nats'),
    options.build === false ? undefined : buildRooms({ log }),
  ])
  if (mongo.status === 'rejected') throw mongo.reason
  if (nats.status === 'rejected') throw nats.reason
  if (build.status === 'rejected') throw build.reason
  return { mongo: mongo.value, nats: nats.value }
}

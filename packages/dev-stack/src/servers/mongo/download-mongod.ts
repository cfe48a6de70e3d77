import { MongoBinary } from 'mongodb-memory-server-core'
import { cacheFolder } from '../cache'
import type { Log } from '../server'
import { mongodLauncher } from './mongod'
import type { MongoProvider } from './provider'

const host = 'https://fastdl.mongodb.org/'

/** The official mongod, downloaded once into the cache. Without internet this fails within seconds. */
export const downloadedMongod: MongoProvider = async log => {
  const downloadDir = cacheFolder('mongod')
  const failure = await unreachable()
  if (failure) return giveUp(log, failure)
  log('Downloading the official mongod (once) …')
  // The library reads these at the call: one try, checksum and certificate checked.
  Object.assign(process.env, { MONGOMS_MAX_RETRIES: '1', MONGOMS_MD5_CHECK: '1', npm_config_strict_ssl: 'true' })
  try {
    const binary = await quietly(() => MongoBinary.getPath({ downloadDir }))
    return mongodLauncher(binary, 'mongod (official download)')
  } catch (error) {
    return giveUp(log, sentence(error))
  }
}

function giveUp(log: Log, reason: string): string {
  log(`The official mongod could not be downloaded (${reason}), so another server is taken.`)
  return `the official mongod could not be downloaded (${reason})`
}

/** Asked first, because the library prints stack traces and takes seconds when there is no way out. */
async function unreachable(): Promise<string | undefined> {
  return fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(4_000) }).then(
    () => undefined,
    () => `${host} is not reachable`,
  )
}

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log, warn, error } = console
  Object.assign(console, { log: noop, warn: noop, error: noop })
  try {
    return await work()
  } finally {
    Object.assign(console, { log, warn, error })
  }
}

function noop() {}

function sentence(error: unknown) {
  return error instanceof Error ? (error.message.split('\n')[0] ?? 'unknown error') : String(error)
}

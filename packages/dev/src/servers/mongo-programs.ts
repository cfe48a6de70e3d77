import { mkdir } from 'node:fs/promises'
import { MongoClient } from 'mongodb'
import type { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import {
  buildSecantus,
  canDownloadMongod,
  mongodDownloads,
  secantusBinary,
  secantusVersion,
} from '../../bin/embedded-database.mjs'
import { cacheFolder, findTool, isExecutable } from '../../bin/tools.mjs'
import { guard, release } from '../processes/child'
import { commandAt, hostOf, type Machine } from '../processes/machine'
import { type Log, type RunningServer, runServer } from './server'

/** Database programs, whose data files are not interchangeable. */
export type MongoEngine = 'mongod' | 'secantusd-rs'

export type MongoPlace = { dataDir: string; port: number; machine?: Machine | undefined }

export type MongoProgram = {
  name: string
  engine: MongoEngine
  launch(place: MongoPlace): Promise<RunningServer>
}

/** Finds or installs one program, or returns the reason in one sentence why it is not available. */
type FindProgram = (log: Log) => Promise<MongoProgram | string>

const systemMongod: FindProgram = async () => {
  const binary = await findTool('mongod')
  return binary ? mongodProgram(binary, `mongod (${binary})`) : 'no mongod on the PATH'
}

const cachedSecantus: FindProgram = async () =>
  (await isExecutable(secantusBinary)) ? secantusProgram : 'the embedded server is not installed yet'

/** Whether a server is installed, without a download or build. */
export const hasMongoProgram = async () =>
  (await findTool('mongod')) !== undefined || (await isExecutable(secantusBinary))

/** Loaded on demand: it takes half a second, and only mongod needs it. */
export const loadLibrary = () => import('mongodb-memory-server-core')

const downloadedMongod: FindProgram = async log => {
  const { binary, reason = '' } = await downloadMongod(log)
  if (binary !== undefined) return mongodProgram(binary, 'mongod (official download)')
  log(`The official mongod could not be downloaded (${reason}), so another server is used.`)
  return `the official mongod could not be downloaded (${reason})`
}

/** A mongod on the PATH or the official one, or the reason why there is none. */
export async function findMongod(log: Log): Promise<{ binary?: string; reason?: string }> {
  const binary = await findTool('mongod')
  return binary ? { binary } : downloadMongod(log)
}

/** The official mongod, downloaded once to the cache. Fails within seconds without internet access. */
async function downloadMongod(log: Log): Promise<{ binary?: string; reason?: string }> {
  const downloadDir = cacheFolder('mongod')
  // Checked first, as the library prints stack traces and takes seconds without network access.
  if (!(await canDownloadMongod())) return { reason: `${mongodDownloads} is not reachable` }
  log('Downloading the official mongod (once) …')
  // Read by the library at the call: one try, with checksum and certificate verification.
  Object.assign(process.env, { MONGOMS_MAX_RETRIES: '1', MONGOMS_MD5_CHECK: '1', npm_config_strict_ssl: 'true' })
  try {
    const { MongoBinary } = await loadLibrary()
    return { binary: await quietly(() => MongoBinary.getPath({ downloadDir })) }
  } catch (error) {
    return { reason: sentence(error) }
  }
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

/** Needs a Rust toolchain, CMake and a C compiler. */
const builtSecantus: FindProgram = async log => (await buildSecantus(log)) ?? secantusProgram

/** Tried in this order; the first available one is used. */
export const mongoPrograms: readonly { engine: MongoEngine; find: FindProgram }[] = [
  { engine: 'mongod', find: systemMongod },
  { engine: 'secantusd-rs', find: cachedSecantus },
  { engine: 'mongod', find: downloadedMongod },
  { engine: 'secantusd-rs', find: builtSecantus },
]

/** SecantusDB: the MongoDB protocol over WiredTiger in one process; a separate program, never linked. */
const secantusProgram: MongoProgram = {
  name: `SecantusDB ${secantusVersion} (embedded, MongoDB protocol)`,
  engine: 'secantusd-rs',
  launch({ dataDir, port, machine }) {
    const host = hostOf(machine)
    const uri = `mongodb://${host}:${port}/?directConnection=true`
    const place = ['--host', host, '--port', String(port), '--storage-path', dataDir]
    return runServer({
      name: secantusProgram.name,
      uri,
      port,
      // Without --sync-on-commit a SIGKILL loses acknowledged transactions.
      ...commandAt(machine, secantusBinary, [
        ...place,
        ...['--cache-size', '512M', '--log-level', 'WARNING', '--sync-on-commit'],
      ]),
      probe: () => pingMongo(uri),
      readyTimeoutMs: 60_000,
    })
  },
}

/** mongod as a replica set of one node. */
function mongodProgram(systemBinary: string, name: string): MongoProgram {
  return { name, engine: 'mongod', launch: place => launchMongod(systemBinary, name, place) }
}

async function launchMongod(systemBinary: string, name: string, place: MongoPlace): Promise<RunningServer> {
  const { dataDir, port, machine } = place
  if (machine) throw new Error('mongod cannot be started on another machine: set its address as MONGODB_URI.')
  await mkdir(dataDir, { recursive: true })
  const library = await loadLibrary()
  const start = async () => {
    const started = await library.MongoMemoryReplSet.create({
      binary: { systemBinary },
      instanceOpts: [{ port, dbPath: dataDir, storageEngine: 'wiredTiger', launchTimeout: 60_000 }],
      replSet: { name: 'cascade', count: 1, ip: '127.0.0.1', storageEngine: 'wiredTiger', spawn: { detached: true } },
    })
    const pid = processOf(started)?.pid
    if (pid !== undefined) guard(pid)
    return started
  }
  let set: MongoMemoryReplSet | undefined = await start()
  const end = async (how: (running: MongoMemoryReplSet) => Promise<void>) => {
    const running = set
    if (!running) return
    set = undefined
    const pid = processOf(running)?.pid
    await how(running)
    if (pid !== undefined) release(pid)
  }
  return {
    name,
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=cascade&directConnection=true`,
    port,
    get pid() {
      return set && processOf(set)?.pid
    },
    async start() {
      set ??= await start()
    },
    stop: () =>
      end(async running => {
        await running.stop({ doCleanup: false })
      }),
    kill: () =>
      end(async running => {
        const child = processOf(running)
        const gone = new Promise(resolve => child?.once('exit', resolve))
        if (child?.kill('SIGKILL')) await gone
        await running.stop({ doCleanup: false }).catch(() => undefined)
      }),
  }
}

function processOf(set: MongoMemoryReplSet) {
  return set.servers[0]?.instanceInfo?.instance.mongodProcess
}

/** Resolves when the server responds to `ping`. @throws Error after `timeoutMs` */
export async function pingMongo(uri: string, timeoutMs = 1_000): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs })
  try {
    await client.db('admin').command({ ping: 1 })
  } finally {
    await client.close()
  }
}

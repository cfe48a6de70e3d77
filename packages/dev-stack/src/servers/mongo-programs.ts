import { mkdir, rm } from 'node:fs/promises'
import { MongoClient } from 'mongodb'
import type { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import { guard, release } from '../processes/child'
import { commandAt, hostOf, type Machine } from '../processes/machine'
import { cacheFolder, findTool, install, isExecutable } from './install'
import { type Log, type RunningServer, runServer } from './server'

const secantusRoot = cacheFolder('secantus')
const secantusBinary = cacheFolder('secantus', 'bin', 'secantusd-rs')

/** Programs that write data files only they can read again. */
export type MongoEngine = 'mongod' | 'secantusd-rs'

export type MongoPlace = { dataDir: string; port: number; machine?: Machine | undefined }

/** A server program that is on this machine, ready to be started. */
export type MongoProgram = {
  name: string
  engine: MongoEngine
  launch(place: MongoPlace): Promise<RunningServer>
}

/** Finds or installs one program; answers in one sentence why it cannot serve here. */
type FindProgram = (log: Log) => Promise<MongoProgram | string>

/** The mongod that is installed on this machine. */
const systemMongod: FindProgram = async () => {
  const binary = await findTool('mongod')
  return binary ? mongodProgram(binary, `mongod (${binary})`) : 'no mongod on the PATH'
}

/** The embedded server that an earlier start has installed. */
const cachedSecantus: FindProgram = async () =>
  (await isExecutable(secantusBinary)) ? secantusProgram : 'the embedded server is not installed yet'

/** Whether a server is installed that needs no download and no build. */
export const hasMongoProgram = async () =>
  (await findTool('mongod')) !== undefined || (await isExecutable(secantusBinary))

/** With a driver of its own, half a second of every start: only a mongod needs it. */
const loadLibrary = () => import('mongodb-memory-server-core')

const host = 'https://fastdl.mongodb.org/'

/** The official mongod, downloaded once into the cache. Without internet this fails within seconds. */
const downloadedMongod: FindProgram = async log => {
  const downloadDir = cacheFolder('mongod')
  const failure = await unreachable()
  if (failure) return giveUp(log, failure)
  log('Downloading the official mongod (once) …')
  // The library reads these at the call: one try, checksum and certificate checked.
  Object.assign(process.env, { MONGOMS_MAX_RETRIES: '1', MONGOMS_MD5_CHECK: '1', npm_config_strict_ssl: 'true' })
  try {
    const { MongoBinary } = await loadLibrary()
    const binary = await quietly(() => MongoBinary.getPath({ downloadDir }))
    return mongodProgram(binary, 'mongod (official download)')
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

/** Builds the embedded server once. Needs a Rust toolchain, CMake and a C compiler; 4 to 5 minutes on 2 cores. */
const cargoSecantus: FindProgram = async log => {
  const cargo = await findTool('cargo')
  if (!cargo) return 'no Rust toolchain (cargo) to build the embedded server'
  if (!(await findTool('cmake'))) return 'no cmake to build the embedded server'
  if (!(await findTool('cc'))) return 'no C compiler (cc) to build the embedded server'
  const version = ['--version', '0.5.3-beta.196', '--locked', '--ignore-rust-version']
  // Kept until the build succeeds, so that the next start continues one that was interrupted.
  const buildFolder = cacheFolder('secantus-build')
  const failure = await install({
    label: 'Building the embedded database server (once, about 5 minutes)',
    command: cargo,
    args: ['install', 'secantus-mdb', ...version, '--root', secantusRoot],
    env: { CARGO_TARGET_DIR: buildFolder },
    timeoutMs: 30 * 60_000,
    log,
  })
  if (failure) return failure
  await rm(buildFolder, { recursive: true, force: true })
  return secantusProgram
}

/** Tried in this order; the first that can serve does. */
export const mongoPrograms: readonly { engine: MongoEngine; find: FindProgram }[] = [
  { engine: 'mongod', find: systemMongod },
  { engine: 'secantusd-rs', find: cachedSecantus },
  { engine: 'mongod', find: downloadedMongod },
  { engine: 'secantusd-rs', find: cargoSecantus },
]

/** SecantusDB speaks the MongoDB protocol over WiredTiger, as one process; a separate program, never linked. */
const secantusProgram: MongoProgram = {
  name: 'SecantusDB 0.5.3-beta.196 (embedded, MongoDB protocol)',
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

/** A mongod program as a replica set of one node, with its data in our folder. */
function mongodProgram(systemBinary: string, name: string): MongoProgram {
  return { name, engine: 'mongod', launch: place => launchMongod(systemBinary, name, place) }
}

async function launchMongod(systemBinary: string, name: string, place: MongoPlace): Promise<RunningServer> {
  const { dataDir, port, machine } = place
  if (machine) throw new Error('A mongod is not started on another machine: give its address as MONGODB_URI.')
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

/** Settles when the server at `uri` answers `ping`; throws when it does not within `timeoutMs`. */
export async function pingMongo(uri: string, timeoutMs = 1_000): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs })
  try {
    await client.db('admin').command({ ping: 1 })
  } finally {
    await client.close()
  }
}

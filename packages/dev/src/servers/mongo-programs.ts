import { mkdir, rm } from 'node:fs/promises'
import { MongoClient } from 'mongodb'
import type { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import { guard, release } from '../processes/child'
import { commandAt, hostOf, type Machine } from '../processes/machine'
import { cacheFolder, findTool, install, isExecutable } from './install'
import { type Log, type RunningServer, runServer } from './server'

const secantusRoot = cacheFolder('secantus')
const secantusBinary = cacheFolder('secantus', 'bin', 'secantusd-rs')

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

const host = 'https://fastdl.mongodb.org/'

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
  const reason = await unreachable()
  if (reason) return { reason }
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

/** Checked first, as the library prints stack traces and takes seconds without network access. */
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
  // Removed only after success, so that the next start resumes an interrupted build.
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

/** Tried in this order; the first available one is used. */
export const mongoPrograms: readonly { engine: MongoEngine; find: FindProgram }[] = [
  { engine: 'mongod', find: systemMongod },
  { engine: 'secantusd-rs', find: cachedSecantus },
  { engine: 'mongod', find: downloadedMongod },
  { engine: 'secantusd-rs', find: cargoSecantus },
]

/** SecantusDB: the MongoDB protocol over WiredTiger in one process; a separate program, never linked. */
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

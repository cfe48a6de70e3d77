import { join, resolve } from 'node:path'
import { gatewayPort } from '@cascade/config/domains'
import { buildRooms } from '../build/build-rooms'
import { processRooms, serviceRooms } from '../rooms'
import { demoLogins, demoPassword } from '../seed/demo-tree'
import { seedDemo } from '../seed/seed-demo'
import { startMongo } from '../servers/mongo'
import { startNats } from '../servers/nats'
import { freePorts, isPortFree } from '../servers/ports'
import type { Log, RunningServer } from '../servers/server'
import { lockData } from './data-lock'
import { assignPorts, defaultNamespace, environmentOf } from './environment'
import { loadKeys } from './keys'
import { formatLine } from './log-lines'
import { type RoomProcess, startRoom } from './room-process'

export type SuiteOptions = {
  /** Folder for databases, streams and keys; made when missing. */
  dataDir: string
  /** Public port of the gateway. 0 takes a free one. */
  port?: number
  /** `demo` fills an empty database with the demo tree. */
  seed?: 'demo' | 'none'
  /** For every process, winning over what the suite would set. */
  env?: Record<string, string>
  /** Servers that run already; they are not stopped with the suite. By default both are provisioned. */
  mongo?: RunningServer
  nats?: RunningServer
  /** Prefix of streams and databases, for suites that share servers. */
  namespace?: string
  /** First superadmin's password, used on an empty database only. */
  superadminPassword?: string
  production?: boolean
  host?: string
  logLevel?: string
  /** Lines of the processes, formatted. Dropped by default. */
  logs?: Log
  /** Progress for people: building, provisioning, seeding. Dropped by default. */
  progress?: Log
  /** Skips the build, for callers that have just built. */
  build?: boolean
  /** Gives the start up: what had started is stopped and the promise is rejected. */
  signal?: AbortSignal
}

export type Suite = {
  /** Address of the gateway, e.g. `http://localhost:8080`. */
  url: string
  logins: { username: string; password: string }[]
  /** By room: `gateway`, `svc-accounts`, `svc-games`, `svc-live`, `svc-reports`. */
  processes: Record<string, RoomProcess>
  mongo: RunningServer
  nats: RunningServer
  /** Ends gateway, services, NATS and MongoDB in this order, within 10 s. */
  stop(): Promise<void>
}

/**
 * Builds what changed, provisions the servers, starts every process and waits until all are ready.
 * When anything fails, what had started is stopped again and one sentence is thrown.
 */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const dataDir = resolve(options.dataDir)
  const port = options.port === 0 ? (await freePorts(1))[0] : (options.port ?? gatewayPort)
  const host = options.host ?? '127.0.0.1'
  if (port === undefined || !(await isPortFree(port, host))) {
    throw new Error(`Port ${port} is in use. Stop the program that uses it, or choose another: PORT=8081 npm start`)
  }
  const undo: Undo = []
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step().catch(() => undefined)
  }
  try {
    const started = await Promise.race([startParts(options, { dataDir, port, host }, undo), aborted(options.signal)])
    return { ...started, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Undo = (() => Promise<void>)[]
type Place = { dataDir: string; port: number; host: string }
type Servers = { mongo: RunningServer; nats: RunningServer }

async function startParts(options: SuiteOptions, place: Place, undo: Undo): Promise<Omit<Suite, 'stop'>> {
  const lock = await lockData(place.dataDir)
  undo.push(lock.release)
  const servers = await prepare(options, place.dataDir, undo)
  const processes = await startProcesses(options, place, servers, undo)
  await Promise.all(Object.values(processes).map(process => process.waitReady()))
  const url = `http://localhost:${place.port}`
  if (options.seed === 'demo' && (await seedDemo(url))) options.progress?.('Demo accounts created')
  const logins = demoLogins.map(username => ({ username, password: demoPassword }))
  return { url, logins, processes, ...servers }
}

async function aborted(signal?: AbortSignal): Promise<never> {
  if (!signal?.aborted) await new Promise(resolve => signal?.addEventListener('abort', resolve, { once: true }))
  throw new Error('Stopped while starting.')
}

/** The bundles and both servers, at the same time: building the database server may take minutes once. */
async function prepare(options: SuiteOptions, dataDir: string, undo: Undo): Promise<Servers> {
  const log = options.progress
  const ours: Partial<Servers> = {}
  undo.push(async () => {
    await ours.nats?.stop()
    await ours.mongo?.stop()
  })
  const provide = async (name: keyof Servers, start: typeof startMongo | typeof startNats, folder: string) => {
    const server = await start({ dataDir: join(dataDir, folder), log })
    ours[name] = server
    return server
  }
  const [mongo, nats, build] = await Promise.allSettled([
    options.mongo ?? provide('mongo', startMongo, 'mongodb'),
    options.nats ?? provide('nats', startNats, 'nats'),
    options.build === false ? undefined : buildRooms({ log }),
  ])
  if (mongo.status === 'rejected') throw mongo.reason
  if (nats.status === 'rejected') throw nats.reason
  if (build.status === 'rejected') throw build.reason
  return { mongo: mongo.value, nats: nats.value }
}

async function startProcesses(options: SuiteOptions, place: Place, servers: Servers, undo: Undo) {
  const plan = {
    ports: assignPorts(place.port, await freePorts(processRooms.length * 2)),
    keys: await loadKeys(join(place.dataDir, 'keys.json')),
    mongodbUri: servers.mongo.uri,
    natsUrl: servers.nats.uri,
    namespace: options.namespace ?? defaultNamespace,
    superadminPassword: options.superadminPassword ?? demoPassword,
    production: options.production ?? false,
    host: place.host,
    logLevel: options.logLevel ?? 'info',
    overrides: options.env ?? {},
  }
  const processes: Record<string, RoomProcess> = {}
  for (const room of processRooms) {
    const ports = plan.ports[room]
    if (!ports) continue
    const log = (line: string) => options.logs?.(formatLine(room, line))
    processes[room] = startRoom({ room, port: ports.http, env: environmentOf(room, plan), log })
  }
  undo.push(async () => {
    await Promise.all(serviceRooms.map(room => processes[room]?.stop(3_500)))
  })
  undo.push(async () => processes.gateway?.stop(2_500))
  return processes
}

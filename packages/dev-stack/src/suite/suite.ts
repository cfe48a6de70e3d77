import { resolve } from 'node:path'
import { gatewayPort } from '@cascade/config/domains'
import type { Login } from '../seed/seed-demo'
import { isPortFree } from '../servers/ports'
import type { Log, RunningServer } from '../servers/server'
import { lockData } from './data-lock'
import { startDemoPlayers } from './demo-players'
import { prepare } from './prepare'
import { startProcesses } from './processes'
import type { RoomProcess } from './room-process'
import { createUndo, type Undo } from './undo'

export type SuiteOptions = {
  /** Folder for databases, streams and keys; made when missing. */
  dataDir: string
  /** Public port of the gateway. 0 takes a free one. */
  port?: number
  /** `demo` fills an empty database with the demo tree. */
  seed?: 'demo' | 'none'
  /** With `seed: 'demo'`: bets a second of players that play by themselves. None by default. */
  betsPerSecond?: number
  /** For every process, winning over what the suite would set. */
  env?: Record<string, string>
  /** How many processes of a room run, by room: one by default. Nobody is told where the further ones listen. */
  instances?: Record<string, number>
  /** Told of each process, by the name that `processes` has for it, and of its port before it starts. */
  onProcess?: (name: string, port: number) => void
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
  /** With `seed: 'demo'` one demo login for each level that exists in this database, the superadmin's first. */
  logins: Login[]
  /** By room: `gateway`, `svc-accounts`, `svc-games`, `svc-live`, `svc-reports`; further instances as `svc-live-2`. */
  processes: Record<string, RoomProcess>
  mongo: RunningServer
  nats: RunningServer
  /** Ends the gateway, then the services, then NATS and MongoDB, within 10 s. */
  stop(): Promise<void>
}

/**
 * Builds what changed, provisions the servers, starts every process and waits until all are ready. The public port is
 * listened on last, when a wanted demo tree is there. When anything fails, what had started is stopped again and one
 * sentence is thrown.
 */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const undo = createUndo()
  try {
    const started = await Promise.race([startParts(options, undo), aborted(options.signal)])
    return { ...started, stop: undo.run }
  } catch (error) {
    await undo.run()
    throw error
  }
}

async function startParts(options: SuiteOptions, undo: Undo): Promise<Omit<Suite, 'stop'>> {
  const { host = '127.0.0.1', port = gatewayPort } = options
  if (port !== 0 && !(await isPortFree(port, host))) {
    throw new Error(`Port ${port} is in use. Stop the program that uses it, or choose another: PORT=8081 npm start`)
  }
  const place = { dataDir: resolve(options.dataDir), port, host }
  const lock = await lockData(place.dataDir)
  undo.push(lock.release)
  const servers = await prepare(options, place.dataDir, undo)
  const { processes, logins, port: publicPort } = await startProcesses(options, place, servers, undo)
  const { betsPerSecond = 0 } = options
  if (options.seed === 'demo' && betsPerSecond > 0 && logins.length > 0) {
    undo.push(startDemoPlayers(`http://127.0.0.1:${publicPort}`, betsPerSecond, place.dataDir, options.logs).stop)
  }
  return { url: `http://localhost:${publicPort}`, logins, processes, ...servers }
}

async function aborted(signal?: AbortSignal): Promise<never> {
  if (!signal?.aborted) await new Promise(resolve => signal?.addEventListener('abort', resolve, { once: true }))
  throw new Error('Stopped while starting.')
}

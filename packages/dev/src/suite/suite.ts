import { join, resolve } from 'node:path'
import { processNames, serviceNames } from '../build/packages'
import { gatewayPort } from '../domains'
import { writeComplaints } from '../history/complaints'
import { countHistoryDays, makeHistory } from '../history/make-history'
import { settleWeeks } from '../history/settlements'
import { wholeWeeks } from '../history/weeks'
import type { Machine } from '../processes/machine'
import { demoPassword } from '../seed/demo-tree'
import { type Login, seedDemo, seedRecordIn } from '../seed/seed-demo'
import { freePort, freePorts, isPortFree } from '../servers/ports'
import type { Log, RunningServer } from '../servers/server'
import { maintainStreams, type StreamEnv } from '../servers/streams'
import { lockData } from './data-lock'
import { startDemoPlayers } from './demo-players'
import {
  assignPorts,
  businessZone,
  defaultNamespace,
  environmentOf,
  type SuitePlan,
  withGatewayAt,
  writePorts,
} from './environment'
import { ensureDaySeeds, loadDrawKeys, loadFactorKeys, loadKeys } from './keys'
import { formatLine } from './log-lines'
import { prepareServers, type Servers } from './prepare-servers'
import { type SuiteProcess, startProcess } from './suite-process'
import { createUndo, type Undo } from './undo'

export type SuiteOptions = {
  /** Folder for databases, the stream and keys; created if missing. */
  dataDir: string
  /** Public port of the gateway; 0 for a free one. */
  port?: number
  /** Frees the public port for the gateway, if the caller listens on it. */
  releasePort?: () => Promise<void>
  /** `demo` creates the demo tree in an empty database. */
  seed?: 'demo' | 'none'
  /** With `seed: 'demo'`: bets per second of simulated players; 0 by default. */
  betsPerSecond?: number
  /** With `seed: 'demo'` on a new folder: days of history to generate; 0 by default. */
  historyDays?: number
  /** Overrides for every process. */
  env?: Record<string, string>
  /** Number of processes by service, 1 by default. Other processes do not know the ports of further instances. */
  instances?: Record<string, number>
  /** Machine of a process, by its name in `processes`, evaluated at each start; this machine by default. */
  machineOf?: (name: string) => Machine | undefined
  /** Called before a process starts, with its name in `processes` and its port. */
  onProcess?: (name: string, port: number) => void
  /** Running servers, not stopped with the suite. By default both are provisioned. */
  mongo?: RunningServer
  nats?: RunningServer
  /** Prefix of the stream and of databases, for suites that share servers. */
  namespace?: string
  superadminPassword?: string
  production?: boolean
  host?: string
  logLevel?: string
  logs?: Log
  onLine?: (processName: string, line: string) => void
  progress?: Log
  /** `false` skips the build. */
  build?: boolean
  /** Aborts the start: started parts are stopped and the promise is rejected. */
  signal?: AbortSignal
}

export type Suite = {
  /** Address of the gateway, e.g. `http://localhost:8080`. */
  url: string
  /** With `seed: 'demo'`: one login per level that exists in this database, the superadmin's first. */
  logins: Login[]
  /** By name: `gateway`, `svc-accounts`, `svc-games`, `svc-live`, `svc-reports`; further instances as `svc-live-2`. */
  processes: Record<string, SuiteProcess>
  mongo: RunningServer
  nats: RunningServer
  /** Stops the gateway, then the services, then NATS and MongoDB, within 10 s. */
  stop(): Promise<void>
}

/**
 * Builds changed packages, provisions the servers, starts every process and waits until all are ready. The public port
 * opens last, after the demo tree is created.
 * @throws Error if a part fails; started parts are stopped first
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
  if (options.production && options.historyDays) throw new Error('A production start makes no history.')
  if (port !== 0 && !options.releasePort && !(await isPortFree(port, host))) {
    throw new Error(`Port ${port} is in use. Stop the program that uses it, or choose another: PORT=8081 npm start`)
  }
  const location = { dataDir: resolve(options.dataDir), port, host }
  const lock = await lockData(location.dataDir)
  undo.push(lock.release)
  const servers = await prepareServers(options, location.dataDir, undo)
  undo.push((await maintainStreams(streamEnvOf(options, servers.nats.uri))).stop)
  const { processes, logins, port: publicPort } = await startProcesses(options, location, servers, undo)
  const { betsPerSecond = 0 } = options
  if (options.seed === 'demo' && betsPerSecond > 0 && logins.length > 0) {
    undo.push(startDemoPlayers(`http://127.0.0.1:${publicPort}`, betsPerSecond, location.dataDir, options.logs).stop)
  }
  return { url: `http://localhost:${publicPort}`, logins, processes, ...servers }
}

const streamEnvOf = ({ env, namespace = defaultNamespace }: SuiteOptions, natsUrl: string): StreamEnv =>
  ({ ...process.env, ...env, NATS_URL: natsUrl, CASCADE_NAMESPACE: namespace }) as StreamEnv

async function aborted(signal?: AbortSignal): Promise<never> {
  if (!signal?.aborted) await new Promise(resolve => signal?.addEventListener('abort', resolve, { once: true }))
  throw new Error('Stopped while starting.')
}

const serviceStopMs = 3_500
const gatewayStopMs = 2_500

type Processes = { processes: Record<string, SuiteProcess>; logins: Login[]; port: number }
type Location = { dataDir: string; port: number; host: string }

/**
 * Starts the services, then the gateway. An incomplete demo tree is created through a gateway on a private port first,
 * so that the suite is not reachable or ready before its data is complete.
 */
async function startProcesses(
  options: SuiteOptions,
  location: Location,
  servers: Servers,
  undo: Undo,
): Promise<Processes> {
  const historyDays = await countHistoryDays(options, location.dataDir)
  const plan = await planOf(options, location, servers, historyDays)
  await writePorts(location.dataDir, plan.ports)
  const start = (processName: string, from: SuitePlan = plan, name = processName) => {
    options.onProcess?.(name, from.ports[processName]?.http ?? 0)
    return startPart(processName, from, options, () => options.machineOf?.(name))
  }

  const record = seedRecordIn(join(location.dataDir, 'demo-tree'))
  if (historyDays > 0) {
    await makeHistory({ plan, days: historyDays, dataDir: location.dataDir }, options.progress, undo.push).catch(
      (error: unknown) => options.progress?.(`The demo starts without the rest of its history: ${error}`),
    )
  }

  const services = Object.fromEntries(serviceNames.map(processName => [processName, start(processName)]))
  for (const [processName, count] of Object.entries(options.instances ?? {})) {
    for (let number = 2; number <= count; number++) {
      const name = `${processName}-${number}`
      services[name] = start(
        processName,
        options.machineOf?.(name) ? plan : await planInstance(plan, processName, name),
        name,
      )
    }
  }
  undo.push(async () => {
    await Promise.all(Object.values(services).map(service => service.stop(serviceStopMs)))
  })
  const servicesReady = Promise.all(Object.values(services).map(service => service.waitReady()))
  const startGateway = async (from: SuitePlan) => {
    const gateway = start('gateway', from)
    undo.push(() => gateway.stop(gatewayStopMs))
    await Promise.all([servicesReady, gateway.waitReady()])
    return gateway
  }

  const seed = async (gateway: SuiteProcess) => seedDemo(`http://127.0.0.1:${gateway.port}`, record, options.progress)
  let logins: Login[] | undefined = options.seed === 'demo' ? undefined : []
  if (!logins && (await record.read()) !== 'complete') {
    const inner = await startGateway(plan)
    logins = await seed(inner)
    if (historyDays > 0) await completeHistory(`http://127.0.0.1:${inner.port}`, historyDays, options.progress)
    await inner.stop(gatewayStopMs)
  }
  await options.releasePort?.()
  const gateway = await startGateway(withGatewayAt(plan, plan.publicPort, location.host))
  logins ??= await seed(gateway)
  return { processes: { ...services, gateway }, logins, port: plan.publicPort }
}

/** Adds the rows that need svc-reports or whose calls take no date. */
async function completeHistory(url: string, days: number, log?: Log) {
  const weeks = wholeWeeks(Date.now(), days, businessZone)
  await Promise.all([writeComplaints(url, log), settleWeeks(url, weeks, log)])
}

/** Plan of a further instance, with its own ports and ledger writer id. */
async function planInstance(plan: SuitePlan, processName: string, name: string): Promise<SuitePlan> {
  const [http = 0, metrics = 0] = await freePorts(2)
  const overrides = { ...plan.overrides, LEDGER_WRITER_ID: name }
  return { ...plan, ports: { ...plan.ports, [processName]: { http, metrics } }, overrides }
}

function startPart(
  processName: string,
  plan: SuitePlan,
  { logs, onLine }: SuiteOptions,
  machine: () => Machine | undefined,
): SuiteProcess {
  const port = plan.ports[processName]?.http ?? 0
  const log = (line: string) => {
    onLine?.(processName, line)
    logs?.(formatLine(processName, line))
  }
  return startProcess({ processName, port, env: environmentOf(processName, plan), log, machine })
}

async function planOf(
  options: SuiteOptions,
  { dataDir, port }: Location,
  servers: Servers,
  historyDays: number,
): Promise<SuitePlan> {
  return {
    ports: assignPorts(await freePorts(processNames.length * 2)),
    keys: await loadKeys(join(dataDir, 'keys.json')),
    drawKeys: await loadDrawKeys(join(dataDir, 'draw-keys.json')),
    factorKeys: await loadFactorKeys(join(dataDir, 'factor-keys.json')),
    logHeads: join(dataDir, 'log-heads'),
    daySeedsFile: await ensureDaySeeds(join(dataDir, 'day-seeds.json'), Date.now() - historyDays * 86_400_000),
    mongodbUri: servers.mongo.uri,
    natsUrl: servers.nats.uri,
    namespace: options.namespace ?? defaultNamespace,
    superadminPassword: options.superadminPassword ?? demoPassword,
    production: options.production ?? false,
    publicPort: port || (await freePort()),
    host: '127.0.0.1',
    logLevel: options.logLevel ?? 'info',
    overrides: options.env ?? {},
  }
}

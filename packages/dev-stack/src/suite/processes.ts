import { join } from 'node:path'
import { processRooms, serviceRooms } from '../rooms'
import { demoPassword } from '../seed/demo-tree'
import { type Login, seedDemo } from '../seed/seed-demo'
import { seedRecordIn } from '../seed/seed-record'
import { freePort, freePorts } from '../servers/ports'
import type { Log } from '../servers/server'
import { keepDaySeeds, loadDrawKeys } from './draw-keys'
import { assignPorts, defaultNamespace, environmentOf, type SuitePlan, withGatewayAt } from './environment'
import { loadKeys } from './keys'
import { formatLine } from './log-lines'
import { keepPorts } from './ports-file'
import type { Servers } from './prepare'
import { type RoomProcess, startRoom } from './room-process'
import type { SuiteOptions } from './suite'
import type { Undo } from './undo'

const serviceStopMs = 3_500
const gatewayStopMs = 2_500

type Processes = { processes: Record<string, RoomProcess>; logins: Login[]; port: number }
type Place = { dataDir: string; port: number; host: string }

/**
 * Starts the services, then the gateway. Where a demo tree is wanted, it is made through a gateway on a private port
 * first: nobody can call the suite, or find it ready, before it holds what it should.
 */
export async function startProcesses(
  options: SuiteOptions,
  place: Place,
  servers: Servers,
  undo: Undo,
): Promise<Processes> {
  const plan = await planOf(options, place.dataDir, servers)
  await keepPorts(place.dataDir, plan.ports)
  const start = (room: string, from: SuitePlan = plan, name = room) => {
    options.onProcess?.(name, from.ports[room]?.http ?? 0)
    return startPart(room, from, options.logs)
  }

  const services = Object.fromEntries(serviceRooms.map(room => [room, start(room)]))
  for (const [room, count] of Object.entries(options.instances ?? {})) {
    for (let number = 2; number <= count; number++) {
      const name = `${room}-${number}`
      services[name] = start(room, await moved(plan, room, name), name)
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

  const logins: Login[] = []
  if (options.seed === 'demo') {
    const inner = await startGateway(plan)
    const record = seedRecordIn(join(place.dataDir, 'demo-tree'))
    logins.push(...(await seedDemo(`http://127.0.0.1:${inner.port}`, record, options.progress)))
    await inner.stop(gatewayStopMs)
  }
  const port = place.port || (await freePort())
  const gateway = await startGateway(withGatewayAt(plan, port, place.host))
  return { processes: { ...services, gateway }, logins, port }
}

/** The plan for a further instance of a room: the same but for its ports and its name as a writer of the ledger. */
async function moved(plan: SuitePlan, room: string, name: string): Promise<SuitePlan> {
  const [http = 0, metrics = 0] = await freePorts(2)
  const overrides = { ...plan.overrides, LEDGER_WRITER_ID: name }
  return { ...plan, ports: { ...plan.ports, [room]: { http, metrics } }, overrides }
}

function startPart(room: string, plan: SuitePlan, logs: Log | undefined): RoomProcess {
  const port = plan.ports[room]?.http ?? 0
  const log = (line: string) => logs?.(formatLine(room, line))
  return startRoom({ room, port, env: environmentOf(room, plan), log })
}

async function planOf(options: SuiteOptions, dataDir: string, servers: Servers): Promise<SuitePlan> {
  return {
    ports: assignPorts(await freePorts(processRooms.length * 2)),
    keys: await loadKeys(join(dataDir, 'keys.json')),
    drawKeys: await loadDrawKeys(join(dataDir, 'draw-keys.json')),
    daySeedsFile: await keepDaySeeds(join(dataDir, 'day-seeds.json')),
    mongodbUri: servers.mongo.uri,
    natsUrl: servers.nats.uri,
    namespace: options.namespace ?? defaultNamespace,
    superadminPassword: options.superadminPassword ?? demoPassword,
    production: options.production ?? false,
    host: '127.0.0.1',
    logLevel: options.logLevel ?? 'info',
    overrides: options.env ?? {},
  }
}

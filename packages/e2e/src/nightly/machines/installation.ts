import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressVariableOf, type DomainName, domainNames, remoteVariableOf } from '@cascade/contracts'
import {
  freePorts,
  type Machine,
  type RunningServer,
  startBalanced,
  startMongo,
  startNats,
  startSuite,
} from '@cascade/dev'
import { openRows } from '../../faults/play/ledger-rows'
import { findZoneAtNoon } from '../../faults/play/time-zone'
import { canUseNamespaces, mountDisk, type Network, openNamespaces } from './network'

export const natsNames = ['nats-1', 'nats-2', 'nats-3'] as const
const apps = ['gateway', ...domainNames.map(name => `svc-${name}`)]
const machinesOf = (app: string) => [`${app}-1`, `${app}-2`]
/** The first instance of an app has no number in its process name. */
const machineOfProcess = (name: string) => (/-\d$/.test(name) ? name : `${name}-1`)
const databaseMegabytes = 2_048
const natsMegabytes = 192
/** The stream must fit on the small test disk. */
const streamSizeMbMax = 16

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/**
 * Two instances of each process, a NATS cluster of three and one database, each in its own network namespace. Without
 * permission for namespaces, each has its own port behind a balancer instead.
 * @param hasDisks whether the servers have small disks of their own that can be filled
 */
export async function startInstallation({ hasDisks = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-machines-'))
  const undo: (() => Promise<unknown> | unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await Promise.resolve(step()).catch(() => undefined)
  }
  try {
    const network = canUseNamespaces() ? await openMachines() : undefined
    if (network) undo.push(network.close)
    const at = (name: string) => network?.machineOf(name)
    const diskOf = (name: string) => join(folder, name)
    if (network && hasDisks) {
      mountDisk(diskOf('database'), databaseMegabytes)
      for (const name of natsNames) mountDisk(diskOf(name), natsMegabytes)
    }
    const mongo = await startMongo({ dataDir: diskOf('database'), ...optional('machine', at('database')) })
    undo.push(mongo.stop)
    const nats = await startCluster(at, diskOf)
    for (const server of nats) undo.push(server.stop)

    let older: { code: string; machines: Set<string> } | undefined
    const natsUrls = nats.map(({ uri }) => uri)
    const natsUrl = `nats://${natsUrls.map(uri => uri.replace('nats://', '')).join(',')}`
    const machineOf = (process: string): Machine | undefined => {
      const name = machineOfProcess(process)
      const machine = at(name)
      if (!machine) return undefined
      const isOlder = older?.machines.has(process) ?? false
      return {
        ...machine,
        ...(isOlder && older && { code: older.code }),
        env: {
          HOST: machine.host,
          LEDGER_WRITER_ID: name,
          ...addresses(folder),
          // Versions before NATS clusters accept one address and discover the others.
          ...(isOlder && { NATS_URL: natsUrls[0] ?? '' }),
          ...(isOlder && older && filesOf(older.code)),
        },
      }
    }
    const balanced = network ? undefined : await startBalanced(perDomain())
    if (balanced) undo.push(balanced.stop)
    const gateways = new Map<string, number>()
    const suite = await startSuite({
      dataDir: join(folder, 'suite'),
      port: 0,
      seed: 'none',
      build: false,
      logLevel: process.env.MACHINES_LOG ? 'info' : 'fatal',
      ...(process.env.MACHINES_LOG && { logs: line => process.stderr.write(`${line}\n`) }),
      mongo,
      nats: { ...(nats[0] as RunningServer), uri: natsUrl },
      instances: Object.fromEntries(apps.map(app => [app, 2])),
      machineOf,
      onProcess(name, port) {
        balanced?.options.onProcess(name, port)
        if (name.startsWith('gateway')) gateways.set(name, port)
      },
      env: {
        NATS_REPLICAS: '3',
        STREAM_MEGABYTES: String(streamSizeMbMax),
        BUSINESS_ZONE: findZoneAtNoon(),
        RATE_LOGIN_PER_MINUTE: '1000',
        RATE_IN_FLIGHT_PER_SESSION: '1000',
        RATE_IN_FLIGHT_PER_ACCOUNT: '1000',
        ...balanced?.options.env,
      },
    })
    undo.push(suite.stop)
    const rows = await openRows(mongo.uri)
    undo.push(rows.close)
    const hostOf = (process: string) => at(machineOfProcess(process))?.host ?? '127.0.0.1'
    return {
      folder,
      suite,
      mongo,
      nats,
      network,
      rows,
      diskOf,
      hostOf,
      gatewayUrls: [...gateways].map(([name, port]) => `http://${hostOf(name)}:${port}`),
      /** Sets the version that a process uses from its next start. */
      useOlderVersion(code: string, process: string, isOlder: boolean) {
        older ??= { code, machines: new Set() }
        if (isOlder) older.machines.add(process)
        else older.machines.delete(process)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function openMachines(): Promise<Network> {
  const names = ['database', ...natsNames, ...apps.flatMap(machinesOf)]
  return openNamespaces(names, Object.fromEntries(domainNames.map(name => [`svc-${name}`, machinesOf(`svc-${name}`)])))
}

/** Service addresses: names in the hosts file of each machine that resolve to both instances. */
function addresses(folder: string): Record<string, string> {
  const ports = JSON.parse(readFileSync(join(folder, 'suite', 'ports.json'), 'utf8')) as Record<
    string,
    { http: number }
  >
  const url = (name: DomainName) => `http://svc-${name}:${ports[`svc-${name}`]?.http}`
  return Object.fromEntries(domainNames.map(name => [addressVariableOf(name), url(name)]))
}

const filesOf = (code: string): Record<string, string> => ({
  SHELL_ROOT: join(code, 'shell', 'dist'),
  ...Object.fromEntries(domainNames.map(name => [remoteVariableOf(name), join(code, `mf-${name}`, 'dist')])),
})

const perDomain = () => Object.fromEntries(domainNames.map(name => [name, 2])) as Record<DomainName, number>
const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [key in K]?: V }

async function startCluster(
  at: (name: string) => Machine | undefined,
  diskOf: (name: string) => string,
): Promise<RunningServer[]> {
  const ports = await freePorts(natsNames.length * 2)
  const places = natsNames.map((name, index) => {
    const machine = at(name)
    const [port = 0, route = 0] = machine ? [4222, 6222] : [ports[index], ports[index + natsNames.length]]
    return { name, machine, port, route: `nats://${machine?.host ?? '127.0.0.1'}:${route}` }
  })
  const routes = places.map(({ route }) => route).join(',')
  const started = places.map(async ({ name, machine, port, route }) => {
    await mkdir(diskOf(name), { recursive: true })
    const args = ['-n', name, '--cluster_name', 'cascade', '--cluster', route, '--routes', routes]
    return startNats({ dataDir: diskOf(name), port, args, ...optional('machine', machine) })
  })
  return Promise.all(started)
}

import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { operationsPackage, packageFolder, processNames } from '../build/packages'
import { startChild } from '../processes/child'
import { startMongo } from '../servers/mongo'
import { freePort, freePorts } from '../servers/ports'
import type { Log } from '../servers/server'
import { lockData } from './data-lock'
import { assignPorts, defaultNamespace, environmentOf, readPorts } from './environment'
import { loadDrawKeys, loadKeys } from './keys'

/**
 * Saves or restores the installation of a stopped suite: runs packages/operations with only the database.
 * @param args e.g. `['save', 'all.tar.gz']`; file paths are relative to the working directory
 * @param settings environment with `BACKUP_TARGET` etc.
 * @returns the command's exit code
 * @throws Error while a suite runs on this data folder
 */
export async function runInstallation(
  dataDir: string,
  args: readonly string[],
  log: Log,
  settings: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const folder = resolve(dataDir)
  const [verb = '', file, ...rest] = args
  const isOfFile = verb === 'save' || verb === 'restore'
  const words = file ? [isOfFile ? resolve(file) : file, ...rest] : []
  const lock = await lockData(folder)
  try {
    const mongo = await startMongo({ dataDir: join(folder, 'mongodb') })
    const child = await startCommand([verb, ...words], { folder, mongodbUri: mongo.uri, settings, log })
    const code = (await child.exited.finally(mongo.stop)).code ?? 1
    // Activities of the stream belong to the replaced log.
    if (verb.startsWith('restore') && code === 0) {
      await rm(join(folder, 'nats'), { recursive: true, force: true })
      // The restored log may not extend the heads of the log that it replaces.
      await rename(join(folder, 'log-heads'), join(folder, `log-heads-until-${Date.now()}`)).catch(() => undefined)
    }
    return code
  } finally {
    await lock.release()
  }
}

/**
 * Starts scheduled backups of a running suite, like the profile `backups` of docker-compose.yml.
 * @param settings environment with `BACKUP_SCHEDULE`, `BACKUP_TARGET` etc.
 */
export async function startBackups(
  dataDir: string,
  { mongodbUri, settings, log }: { mongodbUri: string; settings: NodeJS.ProcessEnv; log: Log },
): Promise<{ metricsUrl: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const child = await startCommand(['schedule'], {
    folder: resolve(dataDir),
    mongodbUri,
    settings: { ...settings, METRICS_PORT: String(port) },
    log,
  })
  return { metricsUrl: `http://127.0.0.1:${port}/metrics`, stop: async () => void (await child.stop()) }
}

/** Ports of the last run; free ones for a restore into an unused folder. */
const portsOf = (folder: string, verb = '') =>
  readPorts(folder).catch(async (error: unknown) => {
    if (!verb.startsWith('restore')) throw error
    return assignPorts(await freePorts(processNames.length * 2))
  })

type CommandContext = { folder: string; mongodbUri: string; settings: NodeJS.ProcessEnv; log: Log }

async function startCommand(args: readonly string[], { folder, mongodbUri, settings, log }: CommandContext) {
  const drawKeys = await loadDrawKeys(join(folder, 'draw-keys.json'))
  const own = Object.entries(settings).filter(([name]) => /^(BACKUPS?_|METRICS_PORT)/.test(name))
  const env = environmentOf('svc-reports', {
    ports: await portsOf(folder, args[0]),
    keys: await loadKeys(join(folder, 'keys.json')),
    drawKeys,
    factorKeys: [],
    daySeedsFile: '',
    logHeads: join(folder, 'log-heads'),
    mongodbUri,
    natsUrl: 'nats://none',
    namespace: defaultNamespace,
    superadminPassword: '',
    production: false,
    publicPort: 0,
    host: '127.0.0.1',
    logLevel: 'warn',
    overrides: {
      // It calls no service.
      CASCADE_PRIVATE_JWK: '',
      LIVE_RECORD_JWK: JSON.stringify(drawKeys.record),
      LIVE_DAY_SEEDS_FILE: join(folder, 'day-seeds.json'),
      ...(Object.fromEntries(own) as Record<string, string>),
    },
  })
  return startChild({
    command: process.execPath,
    args: [join('dist', 'installation.js'), ...args],
    cwd: packageFolder(operationsPackage),
    env,
    onLine: log,
  })
}

import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startChild } from './processes/child'
import { operationsRoom, processRooms, roomFolder } from './rooms'
import { startMongo } from './servers/mongo'
import { freePort, freePorts } from './servers/ports'
import type { Log } from './servers/server'
import { lockData } from './suite/data-lock'
import { assignPorts, defaultNamespace, environmentOf, keptPorts } from './suite/environment'
import { loadDrawKeys, loadKeys } from './suite/keys'

/**
 * Saves or restores the installation in a data folder that nothing runs on, with the command of
 * packages/operations and the database alone.
 * @param args e.g. `['save', 'all.tar.gz']`; a file is named from the folder that this is called in
 * @param settings `BACKUP_TARGET` and the like
 * @returns the command's exit code
 * @throws Error with a sentence while a suite runs there
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
    // Numbers of the old streams will be used again for other events.
    if (verb.startsWith('restore') && code === 0) await rm(join(folder, 'nats'), { recursive: true, force: true })
    return code
  } finally {
    await lock.release()
  }
}

/**
 * Starts what makes backups by a schedule beside a suite that works, as docker-compose.yml does.
 * @param settings `BACKUP_SCHEDULE`, `BACKUP_TARGET` and the like
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

/** A folder on which nothing has run yet can be restored into. */
const portsOf = (folder: string, verb = '') =>
  keptPorts(folder).catch(async (error: unknown) => {
    if (!verb.startsWith('restore')) throw error
    return assignPorts(await freePorts(processRooms.length * 2))
  })

type Place = { folder: string; mongodbUri: string; settings: NodeJS.ProcessEnv; log: Log }

async function startCommand(args: readonly string[], { folder, mongodbUri, settings, log }: Place) {
  const drawKeys = await loadDrawKeys(join(folder, 'draw-keys.json'))
  const own = Object.entries(settings).filter(([name]) => /^(BACKUPS?_|METRICS_PORT)/.test(name))
  const env = environmentOf('svc-reports', {
    ports: await portsOf(folder, args[0]),
    keys: await loadKeys(join(folder, 'keys.json')),
    drawKeys,
    daySeedsFile: '',
    mongodbUri,
    natsUrl: 'nats://none',
    namespace: defaultNamespace,
    superadminPassword: '',
    production: false,
    host: '127.0.0.1',
    logLevel: 'warn',
    overrides: {
      LIVE_RECORD_JWK: JSON.stringify(drawKeys.record),
      LIVE_DAY_SEEDS_FILE: join(folder, 'day-seeds.json'),
      ...(Object.fromEntries(own) as Record<string, string>),
    },
  })
  return startChild({
    command: process.execPath,
    args: [join('dist', 'installation.js'), ...args],
    cwd: roomFolder(operationsRoom),
    env,
    onLine: log,
  })
}

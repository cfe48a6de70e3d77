import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startChild } from './processes/child'
import { roomFolder } from './rooms'
import { startMongo } from './servers/mongo'
import type { Log } from './servers/server'
import { lockData } from './suite/data-lock'
import { defaultNamespace, environmentOf, keptPorts } from './suite/environment'
import { loadDrawKeys, loadKeys } from './suite/keys'

/**
 * Saves or restores the installation in a data folder that nothing runs on, by the command beside svc-reports
 * (`installation.js`), with the database alone.
 * @param args e.g. `['save', 'all.tar.gz']`; a file is named from the folder that this is called in
 * @returns the command's exit code
 * @throws Error with a sentence while a suite runs there
 */
export async function runInstallation(dataDir: string, args: readonly string[], log: Log): Promise<number> {
  const folder = resolve(dataDir)
  const [verb = '', file, ...rest] = args
  const lock = await lockData(folder)
  try {
    const drawKeys = await loadDrawKeys(join(folder, 'draw-keys.json'))
    const mongo = await startMongo({ dataDir: join(folder, 'mongodb') })
    const env = environmentOf('svc-reports', {
      ports: await keptPorts(folder),
      keys: await loadKeys(join(folder, 'keys.json')),
      drawKeys,
      daySeedsFile: '',
      mongodbUri: mongo.uri,
      natsUrl: 'nats://none',
      namespace: defaultNamespace,
      superadminPassword: '',
      production: false,
      host: '127.0.0.1',
      logLevel: 'warn',
      overrides: {
        LIVE_RECORD_JWK: JSON.stringify(drawKeys.record),
        LIVE_DAY_SEEDS_FILE: join(folder, 'day-seeds.json'),
      },
    })
    const child = startChild({
      command: process.execPath,
      args: [join('dist', 'installation.js'), verb, ...(file ? [resolve(file)] : []), ...rest],
      cwd: roomFolder('svc-reports'),
      env,
      onLine: log,
    })
    const code = (await child.exited.finally(mongo.stop)).code ?? 1
    // Numbers of the old streams will be used again for other events.
    if (verb === 'restore' && code === 0) await rm(join(folder, 'nats'), { recursive: true, force: true })
    return code
  } finally {
    await lock.release()
  }
}

import { join, resolve } from 'node:path'
import { startChild } from './processes/child'
import { roomFolder } from './rooms'
import type { Log } from './servers/server'
import { loadDrawKeys } from './suite/draw-keys'
import { defaultNamespace, environmentOf } from './suite/environment'
import { loadKeys } from './suite/keys'
import { keptPorts } from './suite/ports-file'

/**
 * Saves or restores the suite that runs on a data folder, by the command of svc-reports (`installation.js`).
 * @param args e.g. `['save', 'all.tar.gz']`; a file is named from the folder that this is called in
 * @returns the command's exit code
 */
export async function runInstallation(dataDir: string, args: readonly string[], log: Log): Promise<number> {
  const folder = resolve(dataDir)
  const [verb = '', file, ...rest] = args
  const env = environmentOf('svc-reports', {
    ports: await keptPorts(folder),
    keys: await loadKeys(join(folder, 'keys.json')),
    drawKeys: await loadDrawKeys(join(folder, 'draw-keys.json')),
    daySeedsFile: '',
    ...{ mongodbUri: '', natsUrl: 'nats://none', namespace: defaultNamespace, superadminPassword: '' },
    ...{ production: false, host: '127.0.0.1', logLevel: 'warn', overrides: {} },
  })
  const child = startChild({
    command: process.execPath,
    args: [join('dist', 'installation.js'), verb, ...(file ? [resolve(file)] : []), ...rest],
    cwd: roomFolder('svc-reports'),
    env,
    onLine: log,
  })
  return (await child.exited).code ?? 1
}

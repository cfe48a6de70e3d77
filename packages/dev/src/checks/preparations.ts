import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../browser/find-chromium'
import { explain } from '../processes/explain'
import { startMongo } from '../servers/mongo'
import { startNats } from '../servers/nats'
import type { Log } from '../servers/server'
import type { ToolName } from './tools'

/** Ready, or the reason why dependent steps fail (`failure`) or are skipped (`missing`). */
export type Prepared = 'ready' | { failure: string } | { missing: string }

/**
 * Requirements of steps. All are prepared at once, so that a server build of several minutes runs alongside the checks
 * that need no server.
 */
export function prepareMachine(missing: readonly ToolName[], log: Log): Record<string, Promise<Prepared>> {
  return {
    servers: provisionServers(log).then(
      () => 'ready',
      error => (missing.includes('compilers') ? { missing: explain(error) } : { failure: explain(error) }),
    ),
    chromium: findChromium().then(
      () => 'ready',
      error => ({ missing: explain(error) }),
    ),
  }
}

/** Starts and stops both servers once, which installs them if necessary. */
async function provisionServers(log: Log) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-provision-'))
  const [mongo, nats] = await Promise.all([
    startMongo({ dataDir: ':memory:', log }),
    startNats({ dataDir: folder, log }),
  ])
  await Promise.all([mongo.stop(), nats.stop()])
  await rm(folder, { recursive: true, force: true })
}

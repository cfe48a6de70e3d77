import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../browser/find-chromium'
import { explain } from '../explain'
import { startMongo } from '../servers/mongo'
import { startNats } from '../servers/nats'
import type { Log } from '../servers/server'
import type { ToolName } from './tools'

/** Ready, or the reason why the steps that need it fail, or are skipped. */
export type Prepared = 'ready' | { failure: string } | { missing: string }

/**
 * What some steps need from the machine. All of it starts at once, so that a server that must be built first, which
 * takes minutes, is built while the checks that need none go on.
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

/** Starts both servers once and ends them again: what has to be installed is there afterwards. */
async function provisionServers(log: Log) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-provision-'))
  const [mongo, nats] = await Promise.all([
    startMongo({ dataDir: ':memory:', log }),
    startNats({ dataDir: folder, log }),
  ])
  await Promise.all([mongo.stop(), nats.stop()])
  await rm(folder, { recursive: true, force: true })
}

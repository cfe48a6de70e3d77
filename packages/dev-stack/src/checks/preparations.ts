import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../browser/find-chromium'
import { explain } from '../explain'
import { startMongo } from '../servers/mongo'
import { startNats } from '../servers/nats'
import type { Log } from '../servers/server'

/** Variables for the steps that need what was prepared, or why it cannot be had. */
export type Prepared = { env: Record<string, string> } | { failure: string }

/**
 * What some steps need from the machine. All of it starts at once, so that a server that must be built first, which
 * takes minutes, is built while the checks that need none go on.
 */
export function prepareMachine(log: Log): Record<string, Promise<Prepared>> {
  return {
    servers: settle(provisionServers(log)),
    chromium: settle(findChromium(log).then(path => ({ CHROME_PATH: path }))),
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
  return {}
}

async function settle(work: Promise<Record<string, string>>): Promise<Prepared> {
  return work.then(
    env => ({ env }),
    error => ({ failure: explain(error) }),
  )
}

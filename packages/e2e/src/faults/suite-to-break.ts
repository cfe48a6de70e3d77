import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainName } from '@cascade/contracts'
import { startBalanced, startMongo, startSuite } from '@cascade/dev-stack'
import { apiAt } from '../support/api'
import { createClocks } from './clock/clocks'
import { openRows } from './play/ledger-rows'

type Options = {
  /** How many of a room run, behind a balancer that can be cut; one of each, without one, by default. */
  instances?: Partial<Record<DomainName, number>>
  env?: Record<string, string>
  /** Whether the processes' clocks can be set. */
  hasClocks?: boolean
  /** Address at which the services reach the database instead of `uri`, e.g. of a proxy in front of it. */
  databaseVia?: (uri: string) => Promise<string>
  /** Told of each process as it is started. */
  onProcess?: (name: string, port: number) => void
}
export type SuiteToBreak = Awaited<ReturnType<typeof startSuiteToBreak>>

/** A suite of a test's own, without a demo tree, in a folder of its own: to be killed and cut as one likes. */
export async function startSuiteToBreak(options: Options = {}) {
  const { instances = {}, env = {}, hasClocks = false, databaseVia, onProcess } = options
  const folder = await mkdtemp(join(tmpdir(), 'cascade-faults-'))
  const balanced = await startBalanced(instances)
  const clockFolder = join(folder, 'clocks')
  await mkdir(clockFolder)
  const clocks = createClocks(clockFolder)
  const mongo = databaseVia && (await startMongo({ dataDir: join(folder, 'mongodb') }))
  const suite = await startSuite({
    ...(mongo && { mongo }),
    dataDir: folder,
    port: 0,
    seed: 'none',
    build: false,
    logLevel: 'fatal',
    ...balanced.options,
    onProcess(name, port) {
      balanced.options.onProcess(name, port)
      clocks.onProcess(name, port)
      onProcess?.(name, port)
    },
    env: {
      RATE_IN_FLIGHT_PER_SESSION: '1000',
      RATE_IN_FLIGHT_PER_ACCOUNT: '1000',
      ...balanced.options.env,
      ...(hasClocks ? clocks.env : {}),
      ...(mongo && { MONGODB_URI: await databaseVia(mongo.uri) }),
      ...env,
    },
  })
  const rows = await openRows(suite.mongo.uri)
  return {
    folder,
    suite,
    balanced,
    clocks,
    rows,
    api: apiAt(suite.url),
    async stop() {
      await rows.close()
      await suite.stop()
      await mongo?.stop()
      await balanced.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

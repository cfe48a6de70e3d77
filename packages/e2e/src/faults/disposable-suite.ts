import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainName } from '@cascade/contracts'
import { type RunningServer, startBalanced, startMongo, startSuite } from '@cascade/dev'
import { apiAt } from '../support/api'
import { createClocks } from './clock/clocks'
import { openRows } from './play/ledger-rows'

type Options = {
  /** Instances per domain, behind a balancer that can be cut. Default: one, without a balancer. */
  instances?: Partial<Record<DomainName, number>>
  env?: Record<string, string>
  hasClocks?: boolean
  /** Database address for the services instead of `uri`, for example of a proxy. */
  databaseVia?: (uri: string) => Promise<string>
  onProcess?: (name: string, port: number) => void
  /** A running server, not stopped with the suite. Default: one of its own, without users. */
  nats?: RunningServer
  /** Likewise. */
  mongo?: RunningServer
}
export type DisposableSuite = Awaited<ReturnType<typeof startDisposableSuite>>

/** Starts a disposable suite in its own folder, without a demo tree. */
export async function startDisposableSuite(options: Options = {}) {
  const { instances = {}, env = {}, hasClocks = false, databaseVia, onProcess, nats } = options
  const folder = await mkdtemp(join(tmpdir(), 'cascade-faults-'))
  const balanced = await startBalanced(instances)
  const clockFolder = join(folder, 'clocks')
  await mkdir(clockFolder)
  const clocks = createClocks(clockFolder)
  const ownMongo = databaseVia && (await startMongo({ dataDir: join(folder, 'mongodb') }))
  const mongo = options.mongo ?? ownMongo
  const suite = await startSuite({
    ...(mongo && { mongo }),
    ...(nats && { nats }),
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
      ...(ownMongo && { MONGODB_URI: await databaseVia(ownMongo.uri) }),
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
      await ownMongo?.stop()
      await balanced.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

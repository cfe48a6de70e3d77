import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainName } from '@cascade/contracts'
import { startSuite } from '@cascade/dev-stack'
import { apiAt } from '../support/api'
import { openRows } from './play/ledger-rows'
import { startBalanced } from './play/round-robin'

type Options = {
  /** How many of a room run, behind a balancer that can be cut; one of each, without one, by default. */
  instances?: Partial<Record<DomainName, number>>
  env?: Record<string, string>
}
export type SuiteToBreak = Awaited<ReturnType<typeof startSuiteToBreak>>

/** A suite of a test's own, without a demo tree, in a folder of its own: to be killed and cut as one likes. */
export async function startSuiteToBreak({ instances = {}, env = {} }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-faults-'))
  const balanced = await startBalanced(instances)
  const suite = await startSuite({
    ...{ dataDir: folder, port: 0, seed: 'none', build: false, logLevel: 'fatal' },
    ...balanced.options,
    env: { ...balanced.options.env, ...env },
  })
  const rows = await openRows(suite.mongo.uri)
  return {
    ...{ folder, suite, balanced, rows, api: apiAt(suite.url) },
    async stop() {
      await rows.close()
      await suite.stop()
      await balanced.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

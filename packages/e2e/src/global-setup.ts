import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { policyApi } from '@cascade/contracts/accounts'
import { formatLine, startSuite } from '@cascade/dev'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { apiAt } from './support/api'
import { createSecretSearch, secretsOf } from './support/logs/secrets-in-logs'
import { startMailServer } from './support/mails'

declare module 'vitest' {
  export interface ProvidedContext {
    suiteUrl: string
    /** Private keys of all processes as a JSON list, for forging tokens. */
    suiteKeys: string
    /** Direct URL of svc-accounts, which only the gateway should reach. */
    accountsUrl: string
    suiteServers: { mongodbUri: string; natsUrl: string }
    metricsUrls: string[]
    /** Each mail of the suite is a file. */
    mailFolder: string
  }
}

const isCalm = /^\{"level":[123]0,/

/**
 * Starts one suite for all non-destructive tests; destructive tests start their own. After the tests, all process output
 * is searched for secrets.
 */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-e2e-'))
  const mailFolder = await mkdtemp(join(folder, 'mails-'))
  const mailServer = await startMailServer(mailFolder)
  const early: [processName: string, line: string][] = []
  let look = (...line: (typeof early)[number]): unknown => early.push(line)
  const suite = await startSuite({
    dataDir: folder,
    port: 0,
    seed: 'none',
    build: false,
    logLevel: 'debug',
    onLine(processName, line) {
      look(processName, line)
      if (!isCalm.test(line)) console.log(formatLine(processName, line))
    },
    // The security tests send far more requests per second than a person.
    env: {
      RATE_SESSION_PER_SECOND: '5000',
      RATE_ADDRESS_PER_SECOND: '10000',
      RATE_LOGIN_PER_MINUTE: '5000',
      RATE_PUBLIC_READS_PER_SECOND: '1000',
      RATE_ACTIVITY_PER_SECOND: '1000',
      RATE_IN_FLIGHT_PER_SESSION: '1000',
      RATE_IN_FLIGHT_PER_ACCOUNT: '1000',
      RATE_WRONG_PER_NETWORK: '100000',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Cascade <office@example.com>',
    },
  })
  const client = apiAt(suite.url)
  // All files sign in as the same superadmin.
  await client.call(policyApi.change, await client.login('superadmin'), { body: { sessionsPerAccount: null } })
  const search = createSecretSearch(await secretsOf(folder))
  for (const line of early) search.look(...line)
  look = search.look
  project.provide('suiteUrl', suite.url)
  project.provide('mailFolder', mailFolder)
  project.provide('suiteServers', { mongodbUri: suite.mongo.uri, natsUrl: suite.nats.uri })
  project.provide('accountsUrl', `http://127.0.0.1:${suite.processes['svc-accounts']?.port}`)
  project.provide(
    'metricsUrls',
    Object.values(suite.processes).map(({ metricsPort }) => `http://127.0.0.1:${metricsPort}/metrics`),
  )
  project.provide('suiteKeys', await readFile(join(folder, 'keys.json'), 'utf8'))
  return async () => {
    await suite.stop()
    await mailServer.stop()
    await rm(folder, { recursive: true, force: true })
    try {
      search.requireNone()
    } catch (error) {
      // Vitest reports an error in a teardown but still exits with 0.
      process.exitCode = 1
      throw error
    }
  }
}

import { z } from 'zod'
import { closeStartingPage, holdsPort, say } from '../bin/starting-page.mjs'
import { startDevelopment } from './development/start-development'
import { daysOfTwoWeeks } from './history/weeks'
import { explain } from './processes/explain'
import { onEnd } from './processes/stop-signals'
import { demoPassword } from './seed/demo-tree'
import { businessZone } from './suite/environment'
import { type SuiteOptions, startSuite } from './suite/suite'

const envSchema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  CASCADE_DATA_DIR: z.string().min(1).default('.data'),
  CASCADE_SEED: z.enum(['demo', 'none']).optional(),
  /** Bets per second of the simulated players of a demo seed; 0 turns them off. */
  CASCADE_SIMULATE: z.coerce.number().min(0).max(50).default(0.5),
  /** Days of history that the first demo start generates; by default two whole weeks and the running one. */
  CASCADE_HISTORY: z.coerce.number().int().min(0).max(60).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  NODE_ENV: z.string().default('development'),
  SUPERADMIN_PASSWORD: z.string().optional(),
})

const ending = new AbortController()

async function start() {
  const env = readEnv()
  const production = env.NODE_ENV === 'production'
  if (production) requireOwnPassword(env.SUPERADMIN_PASSWORD)
  if (production && env.CASCADE_HISTORY) throw new Error('A production start makes no history. Unset CASCADE_HISTORY.')
  const seed = production ? 'none' : (env.CASCADE_SEED ?? 'demo')

  const options = {
    dataDir: env.CASCADE_DATA_DIR,
    port: env.PORT,
    host: env.HOST,
    seed,
    historyDays: production ? 0 : (env.CASCADE_HISTORY ?? daysOfTwoWeeks(Date.now(), businessZone)),
    betsPerSecond: env.CASCADE_SIMULATE,
    production,
    superadminPassword: production ? env.SUPERADMIN_PASSWORD : demoPassword,
    logLevel: env.LOG_LEVEL,
    logs: console.log,
    progress: say,
    ...(holdsPort() && { releasePort: closeStartingPage }),
    signal: ending.signal,
  } satisfies SuiteOptions
  const [mode, ...names] = process.argv.slice(2)
  const starting = mode === '--dev' ? startDevelopment(options, names) : startSuite(options)
  onEnd(async () => {
    ending.abort()
    await starting.then(
      suite => suite.stop(),
      () => undefined,
    )
  })
  const suite = await starting
  console.log(`Cascade is ready: ${suite.url}`)
  if (suite.logins.length > 0)
    console.log(`Sign in as ${suite.logins.map(({ username }) => username).join(', ')}. Password: ${demoPassword}`)
  if (seed === 'demo' && env.CASCADE_SIMULATE > 0)
    console.log(`Simulated players bet ${env.CASCADE_SIMULATE} times a second; CASCADE_SIMULATE=0 turns them off.`)
}

function readEnv() {
  const env = envSchema.safeParse(process.env)
  if (env.success) return env.data
  const faults = env.error.issues.map(issue => `${issue.path.join('.')} (${issue.message})`)
  throw new Error(`These variables of the environment have a wrong value: ${faults.join(', ')}.`)
}

function requireOwnPassword(password: string | undefined) {
  if (!password) {
    throw new Error('A production start needs SUPERADMIN_PASSWORD: the password of the first superadmin.')
  }
  if (password === demoPassword) {
    throw new Error(`A production start rejects the demo password. Set SUPERADMIN_PASSWORD to one of your own.`)
  }
}

await start().catch(error => {
  if (ending.signal.aborted) return
  console.error(explain(error))
  process.exit(1)
})

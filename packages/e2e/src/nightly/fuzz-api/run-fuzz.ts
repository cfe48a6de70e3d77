import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pythonTool, type Suite, startSuite } from '@cascade/dev'
import { apiAt } from '../../support/api'
import { type Caller, callers, planOfAll } from './plan'
import { runSchemathesis, schemathesisVersion } from './schemathesis'

const usage = 'npm run test:nightly -- fuzz-api [--seed N]'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Disables rate limits: fuzzing sends far more requests than people. */
const unlimitedRates = {
  RATE_SESSION_PER_SECOND: '100000',
  RATE_ADDRESS_PER_SECOND: '100000',
  RATE_LOGIN_PER_MINUTE: '100000',
  RATE_PUBLIC_PER_MINUTE: '100000',
  RATE_PUBLIC_READS_PER_SECOND: '100000',
  RATE_ACTIVITY_PER_SECOND: '100000',
  RATE_IN_FLIGHT_PER_SESSION: '1000',
  RATE_IN_FLIGHT_PER_ACCOUNT: '1000',
  RATE_WRONG_PER_NETWORK: '1000000',
  RATE_WRONG_PER_MINUTE: '1000000',
}

/** Fuzzes all calls of a new suite with valid and invalid input. @returns whether there were no findings */
async function fuzz(seed: number): Promise<boolean> {
  const program = await pythonTool('schemathesis', schemathesisVersion, say)
  const folder = await mkdtemp(join(tmpdir(), 'cascade-fuzz-'))
  const dataDir = join(folder, 'data')
  const suite = await startSuite({
    dataDir,
    port: 0,
    seed: 'demo',
    logLevel: 'fatal',
    env: unlimitedRates,
    progress: say,
  })
  const stop = async () => {
    await suite.stop()
    await rm(folder, { recursive: true, force: true })
  }
  process.once('SIGINT', () => void stop().then(() => process.exit(130)))
  try {
    return await callAll(suite, { program, folder, seed })
  } finally {
    await stop()
  }
}

type Run = { program: string; folder: string; seed: number }

async function callAll(suite: Suite, run: Run): Promise<boolean> {
  const api = apiAt(suite.url)
  const plan = planOfAll(run.seed)
  let [calls, isClean] = [0, true]
  for (const caller of callers) {
    const session = caller === 'nobody' ? undefined : await api.login(loginOf(suite, caller))
    for (const depth of ['thorough', 'brief'] as const) {
      const operations = plan[caller][depth]
      if (operations.length === 0) continue
      const result = await runSchemathesis({ ...run, url: suite.url, token: session?.token, operations, depth })
      calls += result.calls
      isClean &&= result.findings === undefined
      say(
        `${caller}, ${depth}: ${result.calls} calls of ${operations.length} operations, ${result.findings ? 'findings' : 'no findings'}`,
      )
      if (result.findings) say(result.findings)
    }
    if (session && (await api.send('GET', '/auth/session', session)).status !== 200) {
      throw new Error(`A call signed ${caller} out, so later results are invalid. Add the call to exclusions.ts.`)
    }
  }
  say(`${calls} calls with seed ${run.seed}: ${isClean ? 'no findings' : 'there are findings'}`)
  return isClean
}

function loginOf({ logins }: Suite, caller: Caller): string {
  const login = logins.find(({ username }) => username.replace(/\d+$/, '') === caller)
  if (!login) throw new Error(`The demo tree has no ${caller}.`)
  return login.username
}

try {
  const { seed } = parseArgs({ options: { seed: { type: 'string', default: '29' } } }).values
  if (!/^\d{1,9}$/.test(seed)) throw new Error(usage)
  process.exitCode = (await fuzz(Number(seed))) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

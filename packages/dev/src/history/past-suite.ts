import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder } from '../build/packages'
import { environmentOf, type SuitePlan } from '../suite/environment'
import { type SuiteProcess, startProcess } from '../suite/suite-process'

/** Reports are computed from what the others tell, all of it at once when the suite starts. */
const processNames = ['svc-accounts', 'svc-games', 'svc-live', 'gateway'] as const
const preload = pathToFileURL(join(packageFolder('packages/dev'), 'bin', 'past.mjs')).href
/** One machine is everybody. */
const limits = Object.fromEntries(
  [
    'SESSION_PER_SECOND',
    'ADDRESS_PER_SECOND',
    'LOGIN_PER_MINUTE',
    'IN_FLIGHT_PER_SESSION',
    'IN_FLIGHT_PER_ACCOUNT',
  ].map(name => [`RATE_${name}`, '100000']),
)

export type PastSuite = Awaited<ReturnType<typeof startPastSuite>>

/** The suite as it runs, by a clock that is behind and moves when it is told to. */
export async function startPastSuite(plan: SuitePlan, atMs: number, onStart: (stop: () => Promise<unknown>) => void) {
  if (plan.production) throw new Error('A production start makes no history: its clock is never behind.')
  let behindMs = Date.now() - atMs
  const envs = processNames.map(processName => {
    const env = environmentOf(processName, { ...plan, overrides: { ...plan.overrides, ...limits } })
    return { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS} --import ${preload}`, DEMO_BEHIND_MS: String(behindMs) }
  })
  const processes = processNames.map((processName, index): SuiteProcess => {
    const port = plan.ports[processName]?.http ?? 0
    return startProcess({
      processName: processName,
      port,
      env: envs[index] ?? {},
      log: () => undefined,
      takesMessages: true,
    })
  })
  const stop = async () => {
    const services = processes.slice(0, -1)
    await processes.at(-1)?.stop()
    await Promise.all(services.map(each => each.stop()))
  }
  onStart(stop)
  try {
    await Promise.all(processes.map(each => each.waitReady()))
  } catch (error) {
    await stop()
    throw error
  }

  /** Whoever starts again goes by the same clock. */
  async function tellClock() {
    for (const env of envs) env.DEMO_BEHIND_MS = String(behindMs)
    await Promise.all(processes.map(each => each.tell(behindMs)))
  }
  return {
    url: `http://127.0.0.1:${plan.ports.gateway?.http}`,
    now: () => Date.now() - behindMs,
    /** Moves the clock on, never back. */
    async moveTo(ms: number) {
      behindMs = Math.min(behindMs, Date.now() - ms)
      await tellClock()
    },
    /** Lets everybody look for what is due. */
    look: tellClock,
    stop,
  }
}

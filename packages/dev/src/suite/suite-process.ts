import { join } from 'node:path'
import { packageFolder } from '../build/packages'
import { type Child, type Exit, startChild } from '../processes/child'
import { commandAt, hostOf, type Machine } from '../processes/machine'
import type { Log } from '../servers/server'

const pauseMsMin = 250
const pauseMsMax = 10_000
/** After this run time the restart backoff is reset. */
const stableAfterMs = 30_000
const crashesAtStart = 3

export type ProcessOptions = {
  processName: string
  /** Program and working folder; by default the package's bundle and folder. */
  main?: string
  folder?: string
  port: number
  env: NodeJS.ProcessEnv
  log: Log
  /** Evaluated at each start; this machine by default. */
  machine?: () => Machine | undefined
}

export type SuiteProcess = {
  readonly pid: number | undefined
  port: number
  /** Port of `/metrics`, if the environment sets one. */
  metricsPort: number | undefined
  /** Resolves when `/readyz` returns 200. @throws Error if it keeps crashing, takes too long or is stopped */
  waitReady(timeoutMs?: number): Promise<void>
  kill(): Promise<void>
  /** SIGTERM, then SIGKILL, without a restart. */
  stop(graceMs?: number): Promise<void>
  /** Stops it if it runs, starts it and waits until it is ready. */
  restart(): Promise<void>
}

/** Runs one process and restarts it after an unexpected end, with growing pauses. */
export function startProcess(options: ProcessOptions): SuiteProcess {
  const { processName, port, log } = options
  let child: Child | undefined
  let shouldRun = true
  let crashes = 0
  let lastOutput = ''
  let timer: NodeJS.Timeout | undefined
  let machine: Machine | undefined

  const start = () => {
    const since = Date.now()
    machine = options.machine?.()
    const started = startChild({
      ...commandAt(machine, process.execPath, [options.main ?? join('dist', 'main.js')]),
      cwd: options.folder ?? packageFolder(processName, machine?.code),
      env: { ...options.env, ...machine?.env },
      onLine: log,
    })
    child = started
    void started.exited.then(exit => {
      if (!shouldRun || child !== started) return
      crashes = Date.now() - since > stableAfterMs ? 1 : crashes + 1
      lastOutput = started.tail()
      const pause = Math.min(pauseMsMin * 2 ** (crashes - 1), pauseMsMax)
      log(`ended (${describe(exit)}), starting it again in ${pause / 1000} s`)
      timer = setTimeout(start, pause)
    })
  }
  const disableRestart = () => {
    shouldRun = false
    clearTimeout(timer)
  }
  start()

  const waitReady = async (timeoutMs = 60_000) => {
    const deadline = Date.now() + timeoutMs
    while (!(child?.running() && (await isReady(hostOf(machine), port)))) {
      if (!shouldRun) throw new Error(`${processName} was stopped before it was ready.`)
      if (crashes >= crashesAtStart)
        throw new Error(`${processName} keeps crashing at its start. It said:\n${withoutStack(lastOutput)}`)
      if (Date.now() > deadline) {
        throw new Error(
          `${processName} was not ready within ${timeoutMs / 1000} s. It said:\n${withoutStack(child?.tail() ?? '')}`,
        )
      }
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    crashes = 0
  }
  return {
    get pid() {
      return child?.running() ? child.pid : undefined
    },
    port,
    metricsPort: options.env.METRICS_PORT ? Number(options.env.METRICS_PORT) : undefined,
    waitReady,
    async kill() {
      disableRestart()
      await child?.kill()
    },
    async stop(graceMs) {
      disableRestart()
      await child?.stop(graceMs)
    },
    async restart() {
      disableRestart()
      await child?.stop()
      shouldRun = true
      crashes = 0
      start()
      await waitReady()
    },
  }
}

async function isReady(host: string, port: number): Promise<boolean> {
  return fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async response => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
}

function describe({ code, signal, error }: Exit) {
  return error ?? (signal ? `by ${signal}` : `exit code ${code}`)
}

function withoutStack(text: string): string {
  const noise = /^\s*$|^\s+at |^\s*\^|^Node\.js v/
  return text
    .split('\n')
    .filter(line => !noise.test(line))
    .join('\n')
}

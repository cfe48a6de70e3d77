import { join } from 'node:path'
import { type Child, type Exit, startChild } from '../processes/child'
import { commandAt, hostOf, type Machine } from '../processes/machine'
import { roomFolder } from '../rooms'
import type { Log } from '../servers/server'

const firstPauseMs = 250
const longestPauseMs = 10_000
/** A process that has run this long counts as healthy again: its next restart is quick. */
const stableAfterMs = 30_000
const crashesAtStart = 3

export type RoomProcessOptions = {
  room: string
  /** The program, by default the room's bundle; and the folder it runs in. */
  main?: string
  folder?: string
  port: number
  env: NodeJS.ProcessEnv
  log: Log
  /** Asked at each start; here by default. */
  machine?: () => Machine | undefined
  takesMessages?: boolean
}

export type RoomProcess = {
  readonly pid: number | undefined
  port: number
  /** Port of `/metrics`; none where the environment names none. */
  metricsPort: number | undefined
  /** Settles when `/readyz` answers 200; throws one sentence when it keeps crashing, takes too long or is stopped. */
  waitReady(timeoutMs?: number): Promise<void>
  /** For one that takes messages: resolves when it has answered. */
  tell(message: number): Promise<void>
  /** SIGKILL; it stays down until `restart`. */
  kill(): Promise<void>
  /** SIGTERM, then SIGKILL; it stays down until `restart`. */
  stop(graceMs?: number): Promise<void>
  /** Stops it when it runs, starts it again and waits until it is ready. */
  restart(): Promise<void>
}

/** Runs one room and starts it again when it ends by itself, with growing pauses. */
export function startRoom(options: RoomProcessOptions): RoomProcess {
  const { room, port, log } = options
  let child: Child | undefined
  let wanted = true
  let crashes = 0
  let lastWords = ''
  let timer: NodeJS.Timeout | undefined
  let machine: Machine | undefined

  const start = () => {
    const since = Date.now()
    machine = options.machine?.()
    const started = startChild({
      ...commandAt(machine, process.execPath, [options.main ?? join('dist', 'main.js')]),
      cwd: options.folder ?? roomFolder(room, machine?.code),
      env: { ...options.env, ...machine?.env },
      onLine: log,
      ...(options.takesMessages && { takesMessages: true }),
    })
    child = started
    void started.exited.then(exit => {
      if (!wanted || child !== started) return
      crashes = Date.now() - since > stableAfterMs ? 1 : crashes + 1
      lastWords = started.tail()
      const pause = Math.min(firstPauseMs * 2 ** (crashes - 1), longestPauseMs)
      log(`ended (${describe(exit)}), starting it again in ${pause / 1000} s`)
      timer = setTimeout(start, pause)
    })
  }
  const rest = () => {
    wanted = false
    clearTimeout(timer)
  }
  start()

  const waitReady = async (timeoutMs = 60_000) => {
    const deadline = Date.now() + timeoutMs
    while (!(child?.running() && (await isReady(hostOf(machine), port)))) {
      if (!wanted) throw new Error(`${room} was stopped before it was ready.`)
      if (crashes >= crashesAtStart)
        throw new Error(`${room} keeps crashing at its start. It said:\n${withoutStack(lastWords)}`)
      if (Date.now() > deadline) {
        throw new Error(
          `${room} was not ready within ${timeoutMs / 1000} s. It said:\n${withoutStack(child?.tail() ?? '')}`,
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
    tell: message => child?.tell(message) ?? Promise.resolve(),
    async kill() {
      rest()
      await child?.kill()
    },
    async stop(graceMs) {
      rest()
      await child?.stop(graceMs)
    },
    async restart() {
      rest()
      await child?.stop()
      wanted = true
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

/** A stack tells the person who starts the suite nothing; the log above has it. */
function withoutStack(text: string): string {
  const noise = /^\s*$|^\s+at |^\s*\^|^Node\.js v/
  return text
    .split('\n')
    .filter(line => !noise.test(line))
    .join('\n')
}

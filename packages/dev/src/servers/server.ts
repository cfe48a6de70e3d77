import type { Child } from '../processes/child'
import { startChild } from '../processes/child'

export type Log = (line: string) => void

/** A database or message server, started by this process or external. */
export type RunningServer = {
  name: string
  uri: string
  port: number | undefined
  /** Its pid; undefined for an external server. */
  readonly pid: number | undefined
  /** Stops it; no effect on an external server. */
  stop(): Promise<void>
  /** SIGKILL, for crash tests. */
  kill(): Promise<void>
  /** Restarts it with the same data and port after `kill` or `stop`. */
  start(): Promise<void>
}

export type ServerProgram = {
  name: string
  uri: string
  port: number
  command: string
  args: readonly string[]
  /** Complete environment; by default that of this process. */
  env?: NodeJS.ProcessEnv | undefined
  /** Resolves when the server responds; retried until it does. */
  probe: () => Promise<void>
  readyTimeoutMs: number
}

/** Starts a server program and waits until it responds. @throws Error if it ends or does not respond in time */
export async function runServer(program: ServerProgram): Promise<RunningServer> {
  let child: Child | undefined
  const start = async () => {
    if (child?.running()) return
    child = startChild({ command: program.command, args: program.args, ...(program.env && { env: program.env }) })
    await waitUntilReady(program, child)
  }
  await start()
  return {
    name: program.name,
    uri: program.uri,
    port: program.port,
    get pid() {
      return child?.running() ? child.pid : undefined
    },
    start,
    stop: async () => child?.stop(8_000),
    kill: async () => child?.kill(),
  }
}

/** A server not started by us, which is never stopped. */
export function externalServer(name: string, uri: string): RunningServer {
  const reject = async () => {
    throw new Error(`${name} was not started by Cascade and cannot be stopped or started by it.`)
  }
  return { name, uri, port: undefined, pid: undefined, stop: async () => undefined, kill: reject, start: reject }
}

async function waitUntilReady(program: ServerProgram, child: Child) {
  const deadline = Date.now() + program.readyTimeoutMs
  let ended = false
  void child.exited.then(() => {
    ended = true
  })
  for (;;) {
    const ready = await program.probe().then(
      () => true,
      () => false,
    )
    if (ended) throw new Error(`${program.name} ended while it started. It said: ${child.tail() || 'nothing'}`)
    if (ready) return
    if (Date.now() > deadline) {
      await child.kill()
      const seconds = Math.round(program.readyTimeoutMs / 1000)
      throw new Error(`${program.name} did not answer within ${seconds} s. It said: ${child.tail() || 'nothing'}`)
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

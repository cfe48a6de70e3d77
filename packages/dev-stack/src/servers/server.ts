import type { Child } from '../processes/child'
import { startChild } from '../processes/child'

export type Log = (line: string) => void

/** A database or message server that this process started, or one that was already there. */
export type RunningServer = {
  /** Says which program serves, for people. */
  name: string
  uri: string
  port: number | undefined
  /** Its process, `undefined` when it is not ours. */
  readonly pid: number | undefined
  /** Ends it in order. A server that is not ours is left alone. */
  stop(): Promise<void>
  /** SIGKILL, for crash tests. */
  kill(): Promise<void>
  /** Starts it again with the same data on the same port after `kill` or `stop`. */
  start(): Promise<void>
}

export type ServerProgram = {
  name: string
  uri: string
  port: number
  command: string
  args: readonly string[]
  /** Its whole environment; that of this process when absent. */
  env?: NodeJS.ProcessEnv | undefined
  /** Settles when the server answers; called again and again until it does. */
  probe: () => Promise<void>
  readyTimeoutMs: number
}

/** Starts a server program and waits until it answers. Throws one sentence when it does not. */
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

/** A server somebody else runs: used as it is, never stopped. */
export function externalServer(name: string, uri: string): RunningServer {
  const refuse = async () => {
    throw new Error(`${name} was not started by Cascade, so it is not stopped or started by it either.`)
  }
  return { name, uri, port: undefined, pid: undefined, stop: async () => undefined, kill: refuse, start: refuse }
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

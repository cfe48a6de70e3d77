import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const tailLines = 20

/** Running process groups, by the pid of their leader. */
const running = new Set<number>()

type ChildOptions = {
  command: string
  args: readonly string[]
  cwd?: string
  /** Complete environment of the child; by default ours. */
  env?: NodeJS.ProcessEnv
  onLine?: (line: string) => void
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null; error?: string }

export type Child = {
  pid: number | undefined
  /** Resolves when the process has ended or could not be started. */
  exited: Promise<Exit>
  running(): boolean
  /** Its last lines of output, for error messages. */
  tail(): string
  /** SIGTERM, then SIGKILL after `graceMs`. */
  stop(graceMs?: number): Promise<void>
  /** Like `stop`, for the whole process group, e.g. npm and its script. */
  stopGroup(graceMs?: number): Promise<void>
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>
}

/**
 * Starts a program in its own process group: Ctrl-C reaches only us, so that we control the order of shutdown. The
 * watchdog stops it if this process dies first.
 */
export function startChild(options: ChildOptions): Child {
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      if (lines.length > tailLines) lines.shift()
      options.onLine?.(line)
    })
  }
  let ended = false
  const exited = new Promise<Exit>(resolve => {
    const end = (exit: Exit) => {
      ended = true
      if (child.pid !== undefined) {
        running.delete(child.pid)
        release(child.pid)
      }
      resolve(exit)
    }
    child.once('exit', (code, signal) => end({ code, signal }))
    child.once('error', error => end({ code: null, signal: null, error: error.message }))
  })
  if (child.pid !== undefined) {
    running.add(child.pid)
    guard(child.pid)
  }

  const send = (signal: NodeJS.Signals) => {
    if (!ended) child.kill(signal)
  }
  const sendGroup = (signal: NodeJS.Signals) => {
    if (!ended && child.pid !== undefined) signalGroup(child.pid, signal)
  }
  const end = async (how: (signal: NodeJS.Signals) => void, graceMs = 5_000) => {
    how('SIGTERM')
    const timer = setTimeout(() => how('SIGKILL'), graceMs)
    await exited
    clearTimeout(timer)
  }
  return {
    pid: child.pid,
    exited,
    running: () => !ended,
    tail: () => lines.join('\n'),
    stop: graceMs => end(send, graceMs),
    stopGroup: graceMs => end(sendGroup, graceMs),
    async kill() {
      send('SIGKILL')
      await exited
    },
  }
}

/** Runs a program to its end; kills it after `timeoutMs` and reports that in `error`. */
export async function runToEnd(options: ChildOptions, timeoutMs: number): Promise<Exit & { tail: string }> {
  const child = startChild(options)
  let late = false
  const timer = setTimeout(() => {
    late = true
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
  }, timeoutMs)
  const exit = await child.exited
  clearTimeout(timer)
  const error = late ? `not finished after ${Math.round(timeoutMs / 1000)} s` : exit.error
  return { ...exit, error, tail: child.tail() }
}

/** SIGKILL for all children and their descendants. */
export function killAllChildren() {
  for (const pid of running) signalGroup(pid, 'SIGKILL')
}

function signalGroup(leader: number, signal: NodeJS.Signals) {
  try {
    process.kill(-leader, signal)
  } catch {
    // Already ended.
  }
}

const script = fileURLToPath(new URL('../../bin/watchdog.sh', import.meta.url))
let watchdog: ChildProcess | undefined

/** Has the watchdog stop process `pid` if this process dies, even by SIGKILL. */
export function guard(pid: number) {
  tell(`add ${pid}`)
}

/** Removes an ended process from the watchdog. */
export function release(pid: number) {
  tell(`del ${pid}`)
}

function tell(line: string) {
  watchdog ??= startWatchdog()
  watchdog.stdin?.write(`${line}\n`)
}

function startWatchdog() {
  const child = spawn('sh', [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Optional: without a watchdog only a SIGKILL of this process leaves children behind.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return child
}

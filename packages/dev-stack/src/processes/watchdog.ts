import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../bin/watchdog.sh', import.meta.url))
let watchdog: ChildProcess | undefined

/** Stops process `pid` if this process ends without having stopped it, even by SIGKILL. */
export function guard(pid: number) {
  tell(`add ${pid}`)
}

/** Takes `pid` off the list again, because it has ended. */
export function release(pid: number) {
  tell(`del ${pid}`)
}

function tell(line: string) {
  watchdog ??= startWatchdog()
  watchdog.stdin?.write(`${line}\n`)
}

function startWatchdog() {
  const child = spawn('sh', [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Without a watchdog everything still works; only a SIGKILL of this process would leave children behind.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return child
}

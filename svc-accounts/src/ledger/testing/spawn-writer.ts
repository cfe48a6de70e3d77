import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./writer-under-load.ts', import.meta.url))

/** Results reported to callers, over all processes of a test. An id that is neither ok nor refused is unknown. */
export type History = { tried: Set<string>; ok: Set<string>; refused: Set<string> }
export const createHistory = (): History => ({ tried: new Set(), ok: new Set(), refused: new Set() })

const unknownReasons = ['TIMED_OUT', 'NOT_BOOKED', 'OVERLOADED', 'STOPPED']

const running = new Set<ChildProcess>()

/** Starts `writer-under-load` and writes its lines into `history`. */
export function spawnWriter(args: readonly string[], history: History) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const startedAt = performance.now()
  let oks = 0
  let firstOkMs: number | undefined
  let lastOkAt = 0
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', line => {
      const [word, id = '', reason = ''] = line.split(' ')
      if (word === 'try') history.tried.add(id)
      if (word === 'no' && !unknownReasons.includes(reason)) history.refused.add(id)
      if (word !== 'ok') return
      history.ok.add(id)
      oks++
      lastOkAt = performance.now()
      firstOkMs ??= lastOkAt - startedAt
    })
  }
  const ended = new Promise<void>(resolve =>
    child.once('exit', () => {
      running.delete(child)
      resolve()
    }),
  )
  return {
    oks: () => oks,
    lastOkAt: () => lastOkAt,
    /** Milliseconds from the start of the process to its first booked transfer. */
    firstOkMs: () => firstOkMs,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export function killWriters(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Waits until `isTrue`, by default up to a minute because test machines may be busy. @throws Error after a timeout */
export async function eventually(isTrue: () => boolean, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`condition not met within ${withinMs} ms`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

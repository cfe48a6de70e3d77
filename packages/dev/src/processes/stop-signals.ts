import { killAllChildren } from './child'

const stopLimitMs = 9_700
const parentPollMs = 500
/** Ctrl-C arrives from the terminal and again from npm; a second signal within this time is the same Ctrl-C. */
const duplicateSignalMs = 1_000

/**
 * Runs `end` once on SIGINT, SIGTERM or SIGHUP, or when the parent npm has exited. A second signal or a timeout of 10 s
 * kills the remaining children.
 */
export function onEnd(end: () => Promise<unknown>) {
  let endingSince: number | undefined
  const begin = (reason: string) => {
    if (endingSince !== undefined) {
      if (Date.now() - endingSince < duplicateSignalMs) return
      killAllChildren()
      process.exit(1)
    }
    endingSince = Date.now()
    console.log(`\nStopping (${reason}) …`)
    setTimeout(() => {
      console.error('Not everything stopped within 10 s; killing the rest.')
      killAllChildren()
      process.exit(1)
    }, stopLimitMs)
    void end().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => begin(signal))
  // Writing to a closed terminal must not crash the shutdown.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)

  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && endingSince === undefined) begin('npm has ended')
  }, parentPollMs).unref()
}

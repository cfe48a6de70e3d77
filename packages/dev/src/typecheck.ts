import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repository } from './build/packages'
import { killAllChildren, runToEnd } from './processes/child'
import { onEnd } from './processes/stop-signals'

const timeoutMs = 5 * 60_000
const compiler = join(repository, 'node_modules', '.bin', 'tsc')
/** Each package has a tsconfig for editors; together their files parse shared sources and libraries once. */
const programs = [
  'packages/dev/tsconfig/services.json',
  'packages/dev/tsconfig/screens.json',
  'packages/e2e/tsconfig.json',
]

/** `npm run typecheck`: one program per core at a time, with one checker, as each further one takes as long again. */
async function typecheck() {
  const queue = [...programs]
  const failed: string[] = []
  const worker = async () => {
    for (let program = queue.shift(); program; program = queue.shift()) {
      const lines: string[] = []
      const args = ['-p', program, '--checkers', '1']
      const exit = await runToEnd(
        { command: compiler, args, cwd: repository, onLine: line => lines.push(line) },
        timeoutMs,
      )
      if (exit.code === 0) continue
      failed.push(program)
      console.error([`${program}:`, ...lines, ...(exit.error ? [exit.error] : [])].join('\n'))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  if (failed.length === 0) return
  console.error(`\nType check failed in ${failed.join(', ')}.`)
  process.exitCode = 1
}

onEnd(async () => killAllChildren())
await typecheck()

import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repository } from './build/packages'
import { killAllChildren, runToEnd } from './processes/child'
import { onEnd } from './processes/stop-signals'
import { readWorkspaces } from './structure/workspace'

const timeoutMs = 5 * 60_000
const compiler = join(repository, 'node_modules', '.bin', 'tsc')

/**
 * `npm run typecheck`: each package with its own tsconfig, one at a time per core. One checker per process: more would
 * parse the same libraries again and take twice the time.
 */
async function typecheck() {
  const queue = readWorkspaces(repository)
    .map(({ folder }) => folder)
    .filter(folder => existsSync(join(repository, folder, 'tsconfig.json')))
  const failed: string[] = []
  const worker = async () => {
    for (let folder = queue.shift(); folder; folder = queue.shift()) {
      const lines: string[] = []
      const args = ['-p', folder, '--checkers', '1']
      const exit = await runToEnd(
        { command: compiler, args, cwd: repository, onLine: line => lines.push(line) },
        timeoutMs,
      )
      if (exit.code === 0) continue
      failed.push(folder)
      console.error([`${folder}:`, ...lines, ...(exit.error ? [exit.error] : [])].join('\n'))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  if (failed.length === 0) return
  console.error(`\nType check failed in ${failed.join(', ')}.`)
  process.exitCode = 1
}

onEnd(async () => killAllChildren())
await typecheck()

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const usage = 'npm run test:nightly -- soak --minutes N [--seed S]'
const repository = join(import.meta.dirname, '..', '..', '..', '..', '..')
const bin = (tool: string) => join(repository, 'node_modules', '.bin', tool)

/** Builds changed packages and runs the soak test. A printed seed repeats the same choices. */
async function soak(args: readonly string[]): Promise<number> {
  const env = { ...process.env, ...environmentOf(args) }
  const built = await run('npm', ['run', 'build'], env)
  if (built !== 0) return built
  const test = 'packages/e2e/src/nightly/soak/soak.nightly.test.ts'
  return run(bin('vitest'), ['run', '--project', 'nightly', test], env)
}

/** @throws Error with the usage unless both options are numbers. */
function environmentOf(args: readonly string[]): Record<string, string> {
  const options = { minutes: { type: 'string' }, seed: { type: 'string' } } as const
  const { minutes = '10', seed } = parseArgs({ args: [...args], options }).values
  const numbers = [minutes, ...(seed === undefined ? [] : [seed])]
  if (!numbers.every(text => /^\d{1,10}$/.test(text))) throw new Error(usage)
  return { SOAK_MINUTES: minutes, ...(seed === undefined ? {} : { SEED: seed }) }
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { cwd: repository, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

try {
  process.exitCode = await soak(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

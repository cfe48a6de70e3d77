import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repository, startReplicaSet } from '@cascade/dev'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs the tests of services and of the whole suite on three real mongods, then breaks such a set under load. */
async function main(): Promise<number> {
  const set = await startReplicaSet(say)
  if (typeof set === 'string') {
    say(`Skipped: the tests on a replica set need a mongod, and here ${set}.`)
    return 0
  }
  const codes: number[] = []
  try {
    const build = await run('npm', ['run', 'build'])
    if (build !== 0) return build
    for (const project of ['int', 'api']) codes.push(await test(project, { MONGODB_URI: set.uri }))
  } finally {
    await set.stop()
  }
  codes.push(await test('replica-set'))
  return codes.find(code => code !== 0) ?? 0
}

const test = (project: string, env = {}) =>
  run(join(repository, 'node_modules', '.bin', 'vitest'), ['run', '--project', project], env)

function run(command: string, args: readonly string[], env = {}): Promise<number> {
  const child = spawn(command, args, { cwd: repository, env: { ...process.env, ...env }, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

process.exitCode = await main()

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '@cascade/dev-stack'
import { run } from './commands'
import { mayHaveNamespaces, removeLeftovers } from './network'
import { buildOlder } from './older'

const usage = 'npm run machines -- [--from TAG-OR-COMMIT] [--only PART-OF-A-STEP] [--seed S]'
const page = join(import.meta.dirname, '..', '..', 'docs', 'machines.md')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Builds this version and the one to upgrade from, then does everything; the table of a whole run is kept. */
async function main(args: readonly string[]): Promise<number> {
  const options = { from: { type: 'string' }, only: { type: 'string' }, seed: { type: 'string' } } as const
  const { from, only, seed } = parseArgs({ args: [...args], options }).values
  if (!mayHaveNamespaces())
    throw new Error('Needs Linux, root, and the programs ip (iproute2), iptables, prlimit and promtool (prometheus).')
  const build = join(repository, 'packages', 'dev-stack', 'bin', 'build.mjs')
  say(run(process.execPath, [build], repository).trim())
  const older = buildOlder(from, say)
  const env = {
    ...process.env,
    MACHINES: 'all',
    MACHINES_OLDER: older.name,
    MACHINES_OLDER_CODE: older.code,
    ...(only !== undefined && { MACHINES_ONLY: only }),
    ...(seed !== undefined && { SEED: seed }),
    MACHINES_TABLE: join(repository, 'node_modules', '.cascade-machines.md'),
  }
  const test = 'packages/e2e/src/machines/machines.fault.test.ts'
  const vitest = join(repository, 'node_modules', '.bin', 'vitest')
  const child = spawn(vitest, ['run', '--project', 'faults', '--retry', '0', test], {
    cwd: repository,
    env,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', status => resolve(status ?? 1))
  })
  removeLeftovers()
  if (code === 0 && only === undefined) keepTable(run('cat', [env.MACHINES_TABLE]))
  return code
}

const keepTable = (table: string) =>
  writeFileSync(
    page,
    `# Several machines

What \`npm run machines\` did to two of each process, NATS as a cluster of three with three replicas of each stream, and
one database server (the embedded one), each on a machine of its own with an address of its own (a network namespace),
while players bet, credit moved, admins watched by socket and pages were loaded. The command writes this page. After
each step everything was right: the invariants of \`npm run soak\`, every acknowledged call once, nothing refused
booked.

A caller knows both gateways and repeats a call once: *failed* are calls without a good answer after that.
*Went on after*: from the mend until bets and credit are booked again and every socket has heard something. Alerts are
those that Prometheus would raise if the installation stayed as it was in the middle of the step.

${table}
`,
  )

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  process.exitCode = 2
}

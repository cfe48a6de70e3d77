import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '@cascade/dev'
import { run } from './commands'
import { canUseNamespaces, removeLeftovers } from './network'
import { buildOlder } from './older-version'
import { merged } from './table'

const usage = 'npm run test:nightly -- machines [--from TAG-OR-COMMIT] [--only PART-OF-A-STEP] [--seed S]'
const pageFile = join(import.meta.dirname, '..', '..', '..', 'docs', 'machines.md')
const table = join(tmpdir(), `cascade-machines-${process.pid}.md`)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Builds this version and the older one, runs all steps and stores the rows of the passed ones. */
async function main(args: readonly string[]): Promise<number> {
  const options = { from: { type: 'string' }, only: { type: 'string' }, seed: { type: 'string' } } as const
  const { from, only, seed } = parseArgs({ args: [...args], options }).values
  if (!canUseNamespaces())
    throw new Error('Needs Linux, root, and the programs ip (iproute2), iptables, prlimit and promtool (prometheus).')
  say(run('npm', ['run', '-s', 'build'], repository).trim())
  const older = buildOlder(from, say)
  say(`upgrading from version ${older.name}`)
  rmSync(table, { force: true })
  const env = {
    ...process.env,
    MACHINES: 'all',
    MACHINES_OLDER: older.code,
    ...(only !== undefined && { MACHINES_ONLY: only }),
    ...(seed !== undefined && { SEED: seed }),
    MACHINES_TABLE: table,
  }
  const test = 'packages/e2e/src/nightly/machines/machines.nightly.test.ts'
  const vitest = join(repository, 'node_modules', '.bin', 'vitest')
  const child = spawn(vitest, ['run', '--project', 'machines', test], {
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
  if (existsSync(table)) saveTable(readFileSync(table, 'utf8'))
  return code
}

function saveTable(rows: string) {
  const page = readFileSync(pageFile, 'utf8')
  const at = page.indexOf('\n| ')
  writeFileSync(pageFile, `${page.slice(0, at)}\n${merged(page.slice(at), rows)}\n`)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  process.exitCode = 2
}

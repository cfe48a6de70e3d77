import { findTool } from '../../bin/tools.mjs'
import { hasChromium } from '../browser/find-chromium'
import { hasPrograms, install } from '../servers/install'
import { hasMongoProgram } from '../servers/mongo-programs'
import type { Log } from '../servers/server'

type Tool = {
  name: string
  /** Tests that are skipped without it. */
  tests: string
  apt: readonly string[]
  brew: readonly string[]
  isInstalled(): Promise<boolean>
}

const tools = {
  prometheus: {
    name: 'Prometheus',
    tests: 'the tests of alerts',
    apt: ['prometheus'],
    brew: ['prometheus'],
    isInstalled: () => hasPrograms('promtool', 'prometheus'),
  },
  chromium: {
    name: 'Chromium',
    tests: 'the browser tests',
    apt: ['chromium'],
    brew: ['google-chrome'],
    isInstalled: hasChromium,
  },
  curl: {
    name: 'curl',
    tests: 'the requests of the README',
    apt: ['curl'],
    brew: ['curl'],
    isInstalled: () => hasPrograms('curl'),
  },
  compilers: {
    name: 'CMake with a C++ compiler',
    tests: 'the tests with a database (unless a mongod can be downloaded)',
    apt: ['cmake', 'g++', 'make'],
    brew: ['cmake'],
    isInstalled: canServeMongo,
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools

/**
 * Checks for programs required by tests; as root on Debian installs missing ones.
 * @returns programs still missing and, after a failed installation, the reason
 */
export async function provideTools(log: Log): Promise<{ missing: readonly ToolName[]; failure?: string }> {
  const missing = await findMissing()
  const apt = await findTool('apt-get')
  if (missing.length === 0) return { missing }
  if (!apt || process.getuid?.() !== 0) {
    log(describeMissing(missing))
    return { missing }
  }
  const failure = await installPackages(apt, packagesOf(missing, 'apt'), log)
  const stillMissing = await findMissing()
  if (stillMissing.length === 0) return { missing: stillMissing }
  return {
    missing: stillMissing,
    failure: failure ?? `apt-get installed nothing that brings ${stillMissing.join(', ')}`,
  }
}

export function describeMissing(missing: readonly ToolName[]): string {
  const list = (field: 'tests' | 'name') => new Intl.ListFormat('en').format(missing.map(name => tools[name][field]))
  const command = (manager: 'apt' | 'brew') => `${manager} install ${packagesOf(missing, manager).join(' ')}`
  return (
    `Skipping ${list('tests')}, because these are not installed: ${list('name')} ` +
    `(Debian: sudo ${command('apt')}; macOS: ${command('brew')}).`
  )
}

const packagesOf = (missing: readonly ToolName[], manager: 'apt' | 'brew') =>
  missing.flatMap(name => tools[name][manager])

async function findMissing(): Promise<ToolName[]> {
  const missing: ToolName[] = []
  for (const name of Object.keys(tools) as ToolName[]) if (!(await tools[name].isInstalled())) missing.push(name)
  return missing
}

async function installPackages(apt: string, packages: readonly string[], log: Log): Promise<string | undefined> {
  const options = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends']
  const run = (label: string, ...args: string[]) =>
    install({
      label,
      command: apt,
      args: [...options, ...args],
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: 8 * 60_000,
      log,
    })
  // The installation may succeed even if this update fails.
  await run('Reading the package lists', 'update')
  return run(`Installing ${packages.join(', ')}`, 'install', ...packages)
}

/** Whether a database server is available, or the system packages for its build are installed. */
async function canServeMongo(): Promise<boolean> {
  if (process.env.MONGODB_URI || (await hasMongoProgram())) return true
  // Without a Rust toolchain compilers do not help.
  return !(await hasPrograms('cargo')) || hasPrograms('cmake', 'cc', 'c++', 'make')
}

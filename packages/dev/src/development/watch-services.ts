import { watch } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buildStampPath } from '../build/build-packages'
import { packageFolder } from '../build/packages'
import { type Child, startChild } from '../processes/child'
import type { Log } from '../servers/server'

const debounceMs = 200
const firstBuildTimeoutMs = 120_000

export type Watched = { stop(): Promise<void> }

/**
 * Rebuilds packages when their sources change. Resolves after the first bundle of each; afterwards `onChange` is called
 * with each rebuilt package.
 */
export async function watchServices(
  packages: readonly string[],
  log: Log,
  onChange: (pkg: string) => void,
): Promise<Watched> {
  const watched = await Promise.all(packages.map(pkg => watchService(pkg, log, onChange)))
  return {
    async stop() {
      await Promise.all(watched.map(each => each.stop()))
    },
  }
}

async function watchService(pkg: string, log: Log, onChange: (pkg: string) => void): Promise<Watched> {
  const dist = join(packageFolder(pkg), 'dist')
  const bundle = join(dist, 'main.js')
  await mkdir(dist, { recursive: true })
  // The watcher makes the stamp stale, so that the next plain start must rebuild.
  await rm(buildStampPath(pkg), { force: true })
  const before = await modifiedMs(bundle)
  const bundler = startChild({
    command: 'npm',
    args: ['run', 'build', '--silent', '--', '--watch'],
    cwd: packageFolder(pkg),
    onLine: line => log(`${pkg.padEnd(12)} ${line}`),
  })
  await firstBundle(pkg, bundler, async () => (await modifiedMs(bundle)) > before)

  let timer: NodeJS.Timeout | undefined
  const watcher = watch(dist, (_event, file) => {
    if (file !== 'main.js') return
    clearTimeout(timer)
    timer = setTimeout(() => onChange(pkg), debounceMs)
  })
  return {
    async stop() {
      clearTimeout(timer)
      watcher.close()
      await bundler.stopGroup()
    },
  }
}

async function firstBundle(pkg: string, bundler: Child, exists: () => Promise<boolean>) {
  const deadline = Date.now() + firstBuildTimeoutMs
  while (!(await exists())) {
    if (!bundler.running()) throw new Error(`Building ${pkg} failed.\n${bundler.tail()}`)
    if (Date.now() > deadline) throw new Error(`Building ${pkg} took too long.\n${bundler.tail()}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  await new Promise(resolve => setTimeout(resolve, debounceMs))
}

async function modifiedMs(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../processes/child'
import type { Log } from '../servers/server'
import { contentHash } from './content-hash'
import { builtPackages, packageFolder, repository } from './packages'

const concurrency = 2
const timeoutMs = 5 * 60_000

export type BuildOptions = {
  packages?: readonly string[]
  log?: Log
}

/** Builds packages whose content has changed. @throws Error of the first failed build, with its output */
export async function buildPackages({ packages = builtPackages, log = () => undefined }: BuildOptions = {}) {
  const shared = (await readFile(join(repository, 'package-lock.json'), 'utf8')) + process.versions.node
  const changed: { pkg: string; hash: string }[] = []
  const hashes = new Map<string, string>()
  for (const pkg of packages) {
    const hash = await contentHash(repository, pkg, shared, hashes)
    if ((await readFile(buildStampPath(pkg), 'utf8').catch(() => '')) !== hash) changed.push({ pkg, hash })
  }
  if (changed.length === 0) return
  log(`Building ${changed.map(({ pkg }) => pkg).join(', ')} …`)
  const started = Date.now()
  const queue = [...changed]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        await build(next.pkg, next.hash)
      } catch (error) {
        queue.length = 0
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  log(`Built ${changed.length} packages in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

async function build(pkg: string, hash: string) {
  const result = await runToEnd(
    {
      command: 'npm',
      args: ['run', 'build', '--silent'],
      cwd: packageFolder(pkg),
      env: { ...process.env, NODE_ENV: 'production' },
    },
    timeoutMs,
  )
  if (result.code !== 0) throw new Error(`Building ${pkg} failed. ${result.error ?? ''}\n${result.tail}`)
  await mkdir(join(packageFolder(pkg), 'dist'), { recursive: true })
  await writeFile(buildStampPath(pkg), hash)
}

/** Content hash of the last build, in `dist` so that a clean removes it too. */
export function buildStampPath(pkg: string) {
  return join(packageFolder(pkg), 'dist', '.cascade-build')
}

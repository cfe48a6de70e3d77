import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../../bin/tools.mjs'
import { install } from './install'
import type { Log } from './server'

/**
 * Installs npm packages, each as `name@version`, in a folder of their own in the cache: tools that need other versions
 * of libraries than this repository.
 * @returns the folder, which has `node_modules`
 * @throws Error if the installation fails
 */
export async function npmTools(packages: readonly string[], log: Log): Promise<string> {
  const folder = cacheFolder(packages.join('+').replaceAll('/', '-'))
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder
  await mkdir(folder, { recursive: true })
  const flags = ['--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  const failure = await install({
    label: `Installing ${packages.join(', ')}`,
    command: 'npm',
    args: ['install', ...flags, ...packages],
    timeoutMs: 5 * 60_000,
    log,
  })
  if (!failure) return folder
  await rm(folder, { recursive: true, force: true })
  throw new Error(failure)
}

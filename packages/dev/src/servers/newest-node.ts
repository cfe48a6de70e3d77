import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, isExecutable } from '../../bin/tools.mjs'
import { install } from './install'
import type { Log } from './server'

/** Newest LTS supported by every package; images and workflow use the same major version. */
const version = '26.10.0'
const folder = cacheFolder('node', version)
const program = join('node_modules', 'node', 'bin', 'node')

/** Path of that Node: the running one, or the npm package `node`, installed once. @throws Error if that fails */
export async function provideNewestNode(log: Log = () => undefined): Promise<string> {
  if (parseInt(process.versions.node, 10) === parseInt(version, 10)) return process.execPath
  const binary = join(folder, program)
  if (await isExecutable(binary)) return binary
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  try {
    const failure = await install({
      label: `Installing Node ${version} (once)`,
      command: 'npm',
      args: ['install', '--prefix', unfinished, '--loglevel=error', `node@${version}`],
      timeoutMs: 5 * 60_000,
      log,
    })
    if (failure) throw new Error(failure)
    // A concurrent run may have installed it already.
    await rename(unfinished, folder).catch(() => undefined)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  if (!(await isExecutable(binary))) throw new Error(`The npm package node@${version} brought no program.`)
  return binary
}

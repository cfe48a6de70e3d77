import { rm } from 'node:fs/promises'
import { cacheFolder, findTool, isExecutable } from '../../bin/tools.mjs'
import { install } from './install'
import type { Log } from './server'

/**
 * Installs one version of a Python package in its own virtual environment in the cache.
 * @returns path of its program
 * @throws Error if there is no Python 3 with venv, or the installation fails
 */
export async function pythonTool(name: string, version: string, log: Log): Promise<string> {
  const folder = cacheFolder(`${name}-${version}`)
  const program = `${folder}/bin/${name}`
  if (await isExecutable(program)) return program
  const python = await findTool('python3')
  if (!python) throw new Error(`There is no Python 3 for ${name}.`)
  const pip = ['install', '--quiet', '--disable-pip-version-check', `${name}==${version}`]
  const steps = [
    { label: 'Making a Python environment', command: python, args: ['-m', 'venv', folder] },
    { label: `Installing ${name} ${version}`, command: `${folder}/bin/pip`, args: pip },
  ]
  for (const step of steps) {
    const failure = await install({ ...step, timeoutMs: 5 * 60_000, log })
    if (!failure) continue
    await rm(folder, { recursive: true, force: true })
    throw new Error(failure)
  }
  return program
}

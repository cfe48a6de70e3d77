import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './ensure-installed.mjs'

/** Installs packages if necessary, then runs a TypeScript file in this process, so that it receives all signals. */
export async function run(file) {
  await ensureInstalled()
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(root, file)).href)
}

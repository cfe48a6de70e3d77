import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './ensure-installed.mjs'

/** Installs when needed, then runs a TypeScript file in this very process, so that every signal reaches it. */
export async function run(file) {
  await ensureInstalled()
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(root, file)).href)
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const ignored = new Set(['node_modules', 'dist', 'coverage', '.data'])
const isTest = /\.test\.tsx?$/
/** The part of packages/dev that determines a bundle. */
const presets = 'packages/dev/src/rspack'

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})

/**
 * Hash of all inputs of a package's bundle: its files, those of the workspace packages it depends on (transitively), and
 * `shared` (lock file, Node version).
 * @param hashes cache of folder hashes, shared between packages
 */
export async function contentHash(
  repository: string,
  pkg: string,
  shared: string,
  hashes = new Map<string, string>(),
): Promise<string> {
  const hash = createHash('sha256').update(shared)
  for (const folder of await foldersOf(repository, pkg)) {
    const content = hashes.get(folder) ?? (await folderHash(repository, folder))
    hashes.set(folder, content)
    hash.update(content)
  }
  return hash.digest('hex')
}

async function folderHash(repository: string, folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await filesBelow(join(repository, folder))) {
    hash.update(`${file.slice(repository.length)}\n`).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function foldersOf(repository: string, pkg: string): Promise<string[]> {
  const found = new Set([pkg])
  for (const folder of found) {
    if (folder === presets) continue
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(repository, folder, 'package.json'), 'utf8')))
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (name === '@cascade/dev') found.add(presets)
      else if (name.startsWith('@cascade/')) found.add(name.replace('@cascade/', 'packages/'))
    }
  }
  return [...found].sort()
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = await Promise.all(
    entries
      .filter(entry => !ignored.has(entry.name) && !isTest.test(entry.name))
      .map(entry => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)])),
  )
  return nested.flat().sort()
}

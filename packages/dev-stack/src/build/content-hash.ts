import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const ignored = new Set(['node_modules', 'dist', 'coverage', '.data'])
const isTest = /\.test\.tsx?$/

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})

/**
 * A hash of everything a room's bundle is made of: its files, those of the workspace packages it depends on
 * (also through each other), and `shared` (the lock file, the mode).
 * @param read hashes of folders that were read for another room: most rooms are made of the same packages
 */
export async function contentHash(
  repository: string,
  room: string,
  shared: string,
  read = new Map<string, string>(),
): Promise<string> {
  const hash = createHash('sha256').update(shared)
  for (const folder of await foldersOf(repository, room)) {
    const content = read.get(folder) ?? (await folderHash(repository, folder))
    read.set(folder, content)
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

/** The room and the folders of all workspace packages it reaches through `dependencies` and `devDependencies`. */
async function foldersOf(repository: string, room: string): Promise<string[]> {
  const found = new Set([room])
  for (const folder of found) {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(repository, folder, 'package.json'), 'utf8')))
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (name.startsWith('@cascade/')) found.add(name.replace('@cascade/', 'packages/'))
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

import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const generated = new Set(['node_modules', 'dist', 'coverage', 'test-results', '.git', '.data', '.cache', '.vitest'])
/** Entries of node_modules that are not linked: our own packages and tool caches. */
const excludedLinks = new Set(['@cascade', '.cascade-lock', '.cache', '.vite', '.vite-temp', '.vitest'])

export type TreeCopy = { folder: string; linkPackages(): Promise<void>; remove(): Promise<void> }

/** Copies the repository to a temporary folder and links installed packages, so no network is needed. */
export async function copyTree(): Promise<TreeCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cascade-tree-')))
  await cp(repository, folder, { recursive: true, filter: path => !generated.has(basename(path)) })
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (!excludedLinks.has(name)) await symlink(join(repository, 'node_modules', name), join(packages, name))
  }

  /** Links our packages by name, like `npm install`. */
  async function linkPackages(): Promise<void> {
    const scope = join(packages, '@cascade')
    await rm(scope, { recursive: true, force: true })
    await mkdir(scope)
    for (const parent of ['', 'packages']) {
      for (const name of await readdir(join(folder, parent))) {
        const packageFolder = join(folder, parent, name)
        const manifest = await readFile(join(packageFolder, 'package.json'), 'utf8').catch(() => undefined)
        if (manifest) await symlink(packageFolder, join(packages, JSON.parse(manifest).name))
      }
    }
  }
  await linkPackages()
  return { folder, linkPackages, remove: () => rm(folder, { recursive: true, force: true }) }
}

import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this very tree. */
export const repository = fileURLToPath(new URL('../../../../', import.meta.url))
/** Made by tools, and made again by them. */
const made = new Set(['node_modules', 'dist', 'coverage', 'test-results', '.git', '.data', '.cache', '.vitest'])
/** Of what is installed: our own rooms, which the copy has itself, and what tools write there. */
const ownLinks = new Set(['@cascade', '.cascade-lock', '.cache', '.vite', '.vite-temp', '.vitest'])

export type TreeCopy = { folder: string; linkRooms(): Promise<void>; remove(): Promise<void> }

/** The repository in a temporary folder, with the installed packages linked: it works without network. */
export async function copyTree(): Promise<TreeCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cascade-tree-')))
  await cp(repository, folder, { recursive: true, filter: path => !made.has(basename(path)) })
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (!ownLinks.has(name)) await symlink(join(repository, 'node_modules', name), join(packages, name))
  }

  /** What `npm install` does for rooms: each is found by its name. */
  async function linkRooms(): Promise<void> {
    const scope = join(packages, '@cascade')
    await rm(scope, { recursive: true, force: true })
    await mkdir(scope)
    for (const parent of ['', 'packages']) {
      for (const name of await readdir(join(folder, parent))) {
        const room = join(folder, parent, name)
        const manifest = await readFile(join(room, 'package.json'), 'utf8').catch(() => undefined)
        if (manifest) await symlink(room, join(packages, JSON.parse(manifest).name))
      }
    }
  }
  await linkRooms()
  return { folder, linkRooms, remove: () => rm(folder, { recursive: true, force: true }) }
}

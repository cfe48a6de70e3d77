import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { repository } from '../build/packages'
import { type KitName, packKits } from '../release/pack-kits'
import { fillTemplates, type TemplateKind } from './templates'

const idPattern = /^[a-z][a-z0-9-]{0,39}$/

export type Outside = { folder: string; id: string; title: string }

/** Checks the folder of a new repository; its last part is the id of what it builds. @throws Error with one sentence */
export function outsideFolder(path: string): Outside {
  if (path === '') throw new Error('Give the folder of the new repository, for example ../loyalty.')
  const folder = resolve(process.env.INIT_CWD ?? '.', path)
  const id = basename(folder)
  if (!idPattern.test(id))
    throw new Error(`${id}: the name has small letters, digits and hyphens, begins with a letter and has at most 40.`)
  if (!relative(repository, folder).startsWith('..'))
    throw new Error(`${folder} is inside this repository: give a folder outside of it.`)
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw new Error(`${folder} is not an empty folder.`)
  const title = id.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => ` ${first.toUpperCase()}`).trim()
  return { folder, id, title }
}

/**
 * Packs the kits into `kits` of the folder and fills in the templates: `{{kit dev}}` stands for the file of a kit, and
 * the name of a package for its exact version in this repository.
 * @param more further values
 */
export function fillOutside(
  { folder, ...names }: Outside,
  kind: TemplateKind,
  kits: readonly KitName[],
  more: Readonly<Record<string, string>> = {},
): void {
  const files = packKits(join(folder, 'kits'), kits)
  const archives = Object.fromEntries(kits.map(name => [`kit ${name}`, basename(files[name])]))
  fillTemplates(kind, folder, { ...versions(), ...names, ...archives, ...more })
}

/** Exact versions of all packages that this repository uses, and of Node. */
function versions(): Record<string, string> {
  const folders = ['.', ...readdirSync(join(repository, 'packages')).map(name => `packages/${name}`)]
  const manifests = folders
    .map(folder => join(repository, folder, 'package.json'))
    .filter(existsSync)
    .map(path => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>)
  const { node = '' } = manifests[0]?.engines ?? {}
  return Object.assign({ node }, ...manifests.flatMap(each => [each.dependencies, each.devDependencies]))
}

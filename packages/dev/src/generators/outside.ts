import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { repository } from '../build/packages'
import { type KitName, packKits } from '../release/pack-kits'

const idPattern = /^[a-z][a-z0-9-]{0,39}$/
const templates = join(import.meta.dirname, '..', '..', 'templates')

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
 * Packs the kits into `kits` of the folder and fills in the templates: `{{name}}` stands for a value, `{{kit dev}}` for
 * the file of a kit, and the name of a package for its exact version in this repository.
 */
export function fillOutside({ folder, ...names }: Outside, template: string, kits: readonly KitName[]): void {
  const files = packKits(join(folder, 'kits'), kits)
  const values: Record<string, string> = { ...versions(), ...names }
  for (const name of kits) values[`kit ${name}`] = basename(files[name])
  const source = join(templates, template)
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(each =>
    /\.template$/.test(each),
  )) {
    const target = join(folder, path.replace(/\.template$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fill(readFileSync(join(source, path), 'utf8'), values))
  }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template has no value for ${name}.`)
    return value
  })
}

/** Exact versions of all packages that this repository uses. */
function versions(): Record<string, string> {
  const folders = ['.', ...readdirSync(join(repository, 'packages')).map(name => `packages/${name}`)]
  const manifests = folders
    .map(folder => join(repository, folder, 'package.json'))
    .filter(existsSync)
    .map(path => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>)
  return Object.assign({}, ...manifests.flatMap(each => [each.dependencies, each.devDependencies]))
}

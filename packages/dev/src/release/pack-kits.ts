import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageFolder, repository } from '../build/packages'
import { compileKit, toBuilt } from './compile-kit'

/** Packages that other teams build on; `dev` has the tools to build and test with them. */
export const kitNames = [
  'contracts',
  'draw-rules',
  'files',
  'service-kit',
  'web-kit',
  'ui-kit',
  'play-client',
  'dev',
] as const
export type KitName = (typeof kitNames)[number]

type Manifest = {
  version: string
  exports: Record<string, string>
  bin?: Record<string, string>
  sideEffects?: false | string[]
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: unknown
  scripts?: unknown
  private?: boolean
}

/**
 * Packs the kits as ES modules with their types. They depend on each other in their exact version, so install the
 * archives of all that you need in one command: `npm install ./kits/*.tgz`.
 * @param names the kits to pack
 * @returns for each kit the path of its archive in `folder`
 * @throws Error with the output of the compiler or of `npm pack` if it fails
 */
export function packKits<N extends KitName>(folder: string, names: readonly N[]): Record<N, string> {
  mkdirSync(folder, { recursive: true })
  return Object.fromEntries(names.map(name => [name, packKit(name, folder)])) as Record<N, string>
}

function packKit(name: KitName, folder: string): string {
  const source = packageFolder(`packages/${name}`)
  const stage = mkdtempSync(join(tmpdir(), 'cascade-kit-'))
  try {
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
    cpSync(source, stage, { recursive: true, filter: path => !/\/(?:node_modules|dist|src)$/.test(path) })
    for (const file of ['CHANGELOG.md', 'LICENSE']) cpSync(join(repository, file), join(stage, file))
    compileKit(source, entriesOf(manifest), stage)
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(toPublished(manifest), null, 2)}\n`)
    const args = ['pack', '--ignore-scripts', '--pack-destination', folder]
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: stage, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm pack of ${name} failed: ${stderr}`)
    return join(folder, stdout.trim().split('\n').at(-1) ?? '')
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

const entriesOf = ({ exports, bin = {} }: Manifest) =>
  [...Object.values(exports), ...Object.values(bin)].filter(path => path !== toBuilt(path))

function toPublished(manifest: Manifest) {
  const { private: _private, devDependencies, scripts, ...published } = manifest
  const { version, exports, bin = {}, sideEffects, dependencies = {}, peerDependencies = {} } = published
  const exactKits = (range: string, name: string) => (name.startsWith('@cascade/') ? version : range)
  return {
    ...published,
    exports: mapValues(exports, path => toExport(toBuilt(path))),
    bin: mapValues(bin, toBuilt),
    ...(sideEffects && { sideEffects: sideEffects.map(toBuilt) }),
    dependencies: mapValues(dependencies, exactKits),
    peerDependencies: mapValues(peerDependencies, exactKits),
  }
}

const toExport = (path: string) =>
  path.endsWith('.js') ? { types: path.replace(/\.js$/, '.d.ts'), default: path } : path

const mapValues = <T>(values: Record<string, string>, map: (value: string, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageFolder, repository } from '../build/packages'

/** Packages that other teams build on. */
export const kitNames = ['contracts', 'draw-rules', 'service-kit', 'web-kit', 'ui-kit', 'play-client', 'dev'] as const
export type KitName = (typeof kitNames)[number]

type Manifest = {
  version: string
  dependencies?: Record<string, string>
  devDependencies?: unknown
  scripts?: unknown
  private?: boolean
}

/**
 * Packs the kits as TypeScript source, which is also their types, with exact versions of each other.
 * @param names the kits to pack, all by default
 * @returns for each kit the path of its archive in `folder`
 * @throws Error with the output of `npm pack` if it fails
 */
export function packKits<N extends KitName>(folder: string, names: readonly N[]): Record<N, string> {
  mkdirSync(folder, { recursive: true })
  return Object.fromEntries(names.map(name => [name, packKit(name, folder)])) as Record<N, string>
}

function packKit(name: KitName, folder: string): string {
  const source = packageFolder(`packages/${name}`)
  const stage = mkdtempSync(join(tmpdir(), 'cascade-kit-'))
  try {
    cpSync(source, stage, {
      recursive: true,
      filter: path => !/\/(?:node_modules|dist|blessed)(?:\/|$)|\.test\.tsx?$/.test(path),
    })
    cpSync(join(repository, 'CHANGELOG.md'), join(stage, 'CHANGELOG.md'))
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(toPublished(manifest), null, 2)}\n`)
    const args = ['pack', '--ignore-scripts', '--pack-destination', folder]
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: stage, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm pack of ${name} failed: ${stderr}`)
    return join(folder, stdout.trim().split('\n').at(-1) ?? '')
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function toPublished({ private: _private, devDependencies, scripts, ...manifest }: Manifest): Manifest {
  const dependencies = Object.entries(manifest.dependencies ?? {}).map(([name, range]) => [
    name,
    name.startsWith('@cascade/') ? manifest.version : range,
  ])
  return { ...manifest, dependencies: Object.fromEntries(dependencies) }
}

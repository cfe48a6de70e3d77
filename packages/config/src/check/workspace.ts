import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export type PackageJson = {
  name: string
  version?: string
  exports?: Record<string, unknown>
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** One workspace package: a top-level room or a folder of `packages/`. */
export type Room = { folder: string; path: string; manifest: PackageJson }

/** Every room with a package.json below the repository's root. */
export function readRooms(root: string): Room[] {
  const folders = ['.', 'packages'].flatMap(parent =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
      .map(entry => join(parent, entry.name)),
  )
  return folders
    .filter(folder => existsSync(join(root, folder, 'package.json')))
    .map(folder => ({
      folder,
      path: join(root, folder),
      manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson,
    }))
}

/** A source file with its path below the repository's root. */
export type SourceFile = { path: string; text: string }

export const readSources = (rooms: readonly Room[]): SourceFile[] =>
  rooms.flatMap(room =>
    sourcesOf(room).map(file => ({ path: join(room.folder, file), text: readFileSync(join(room.path, file), 'utf8') })),
  )

/** Source files of a room, relative to it. */
export function sourcesOf(room: Room): string[] {
  return readdirSync(room.path, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map(entry => relative(room.path, join(entry.parentPath, entry.name)))
    .filter(file => !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
}

const apart = /(^|\/)(node_modules|dist|coverage|\.(?:git|cache|data|vitest|schemathesis))(\/|$)/

/** Every file of the repository that is written by hand, relative to its root. */
export function filesBelow(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !apart.test(name))
    .flatMap(entry => (entry.isDirectory() ? filesOfFolder(root, entry.name) : [entry.name]))
}

const filesOfFolder = (root: string, folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(file => !apart.test(file))

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

/** One workspace: a top-level folder or a folder of `packages/`. */
export type Workspace = { folder: string; path: string; manifest: PackageJson }

export function readWorkspaces(root: string): Workspace[] {
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

/** A source file; the path is relative to the repository root. */
export type SourceFile = { path: string; text: string }

export const readSources = (workspaces: readonly Workspace[]): SourceFile[] =>
  workspaces.flatMap(workspace =>
    sourcesOf(workspace).map(file => ({
      path: join(workspace.folder, file),
      text: readFileSync(join(workspace.path, file), 'utf8'),
    })),
  )

/** Source files of a workspace, relative to it. */
function sourcesOf(workspace: Workspace): string[] {
  return readdirSync(workspace.path, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map(entry => relative(workspace.path, join(entry.parentPath, entry.name)))
    .filter(file => !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
}

const excluded = /(^|\/)(node_modules|dist|coverage|\.(?:git|cache|data|vitest|schemathesis))(\/|$)/

/** All hand-written files of the repository, relative to its root. */
export function filesBelow(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !excluded.test(name))
    .flatMap(entry => (entry.isDirectory() ? filesOfFolder(root, entry.name) : [entry.name]))
}

const filesOfFolder = (root: string, folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(file => !excluded.test(file))

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * An 8-character hash of the sources, identical on every machine.
 * @param folders source folders and files; missing ones are skipped
 */
export function buildId(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of folders.filter(existsSync).flatMap(filesOf)) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 8)
}

/** Version of a build of the package in the current folder: `<version>+<id>`. */
export function versionOf(id: string): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  return `${version}+${id}`
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

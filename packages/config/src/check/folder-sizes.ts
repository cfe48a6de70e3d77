import { posix } from 'node:path'
import type { SourceFile } from './workspace'

const mostModules = 20
/** A domain's contracts: each screen adds four files there that bear its name. */
const apart = /^packages\/contracts\/src\/[a-z]+$/
const testFile = /\.test\.tsx?$/

/** Folders in which too many modules stand beside each other to find one's way without folders within. */
export function folderSizeFaults(sources: readonly SourceFile[]): string[] {
  const sizes = new Map<string, number>()
  for (const { path } of sources) {
    const folder = posix.dirname(path)
    if (!testFile.test(path) && !apart.test(folder)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [...sizes]
    .filter(([, size]) => size > mostModules)
    .map(([folder, size]) => `${folder}: ${size} modules, ${mostModules} at most; folders within say what is where`)
}

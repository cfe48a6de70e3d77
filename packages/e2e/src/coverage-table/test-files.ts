import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export type TestFile = { name: string; text: string }

const suffix = /\.(int\.|e2e\.|fault\.)?test\.tsx?$/
const skipped = new Set(['node_modules', 'dist', '.git', '.data'])

/** Every test of the repository with its text, and the helpers of `packages/e2e`, by their path. */
export function testFilesIn(root: string): TestFile[] {
  const found: TestFile[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (suffix.test(entry.name)) {
        const name = relative(root, path)
        if (!name.includes('e2e/src/coverage-table/')) found.push({ name, text: readFileSync(path, 'utf8') })
      }
    }
  }
  walk(root)
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

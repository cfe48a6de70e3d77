import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type TestFile = { name: string; text: string }

const suffix = /\.test\.tsx?$/
const skipped = new Set(['node_modules', 'dist', '.git', '.data'])

/** Every test of the repository by its path, with its text; with that of the helpers beside and below it in this room. */
export function testFilesIn(root: string): TestFile[] {
  const found: TestFile[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (suffix.test(entry.name)) {
        const name = relative(root, path)
        if (name.includes('e2e/src/coverage-table/')) continue
        const text = textWithHelpers(path, name.includes('e2e/src/') ? besideIt : expectations)
        found.push({ name, text })
      }
    }
  }
  walk(root)
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const besideIt = / from '(\.\/[^']+)'/g
/** Tables of what the specification says, which several tests of a room compare with. */
const expectations = / from '((?:\.\.?\/)+testing\/[^']+-texts)'/g

function textWithHelpers(path: string, imports: RegExp, seen = new Set<string>()): string {
  if (seen.has(path) || !existsSync(path)) return ''
  seen.add(path)
  const text = readFileSync(path, 'utf8')
  const helpers = [...text.matchAll(imports)].map(([, from = '']) => join(dirname(path), `${from}.ts`))
  return [text, ...helpers.map(helper => textWithHelpers(helper, imports, seen))].join('\n')
}

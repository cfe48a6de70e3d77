import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type TestFile = { name: string; text: string }

const suffix = /\.test\.tsx?$/
const skipped = new Set(['node_modules', 'dist', '.git', '.data'])

/** Every test of the repository by its path, with its text; here with that of the helpers beside and below it too. */
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
        const text = name.includes('e2e/src/') ? textWithHelpers(path) : readFileSync(path, 'utf8')
        found.push({ name, text })
      }
    }
  }
  walk(root)
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function textWithHelpers(path: string, known = new Set<string>()): string {
  if (known.has(path) || !existsSync(path)) return ''
  known.add(path)
  const text = readFileSync(path, 'utf8')
  const helpers = [...text.matchAll(/ from '(\.\/[^']+)'/g)].map(([, from = '']) => join(dirname(path), `${from}.ts`))
  return [text, ...helpers.map(helper => textWithHelpers(helper, known))].join('\n')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { coverageTable } from './coverage-table'

const root = join(import.meta.dirname, '..', '..', '..', '..')

it('is what COVERAGE.md shows: else run `npm run coverage-table`', () => {
  expect(readFileSync(join(root, 'packages', 'e2e', 'COVERAGE.md'), 'utf8')).toBe(coverageTable(root))
})

it('has no row that neither a test names nor a reason excuses', () => {
  expect(coverageTable(root).match(/.*\*\*none\*\*.*/g)).toBeNull()
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { coverageTable } from './coverage-table'

const root = join(import.meta.dirname, '..', '..', '..', '..')
let table: string

beforeAll(() => {
  table = coverageTable(root)
}, 120_000)

it('is what COVERAGE.md shows: else run `npm run coverage-table`', () => {
  expect(readFileSync(join(root, 'packages', 'e2e', 'COVERAGE.md'), 'utf8')).toBe(table)
})

it('has no row that neither a test names nor a reason excuses', () => {
  expect(table.match(/.*\*\*none\*\*.*/g)).toBeNull()
})

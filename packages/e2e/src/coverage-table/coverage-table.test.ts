import { join } from 'node:path'
import { expect, it } from 'vitest'
import { coverageTable } from './coverage-table'

it('has no row that neither a test names nor a reason excuses', () => {
  const table = coverageTable(join(import.meta.dirname, '..', '..', '..', '..'))
  expect(table.match(/.*\*\*none\*\*.*/g)).toBeNull()
}, 120_000)

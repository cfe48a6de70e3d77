import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageTable } from './coverage-table'

/** `npm run coverage-table`, in the root folder of the repository. */
const root = process.cwd()
writeFileSync(join(root, 'packages', 'e2e', 'COVERAGE.md'), coverageTable(root))

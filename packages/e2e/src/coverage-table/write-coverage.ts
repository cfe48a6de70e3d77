import { coverageTable } from './coverage-table'

/** `npm run coverage-table`, in the root folder of the repository: which tests name which call, address and message. */
process.stdout.write(coverageTable(process.cwd()))

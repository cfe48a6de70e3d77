import { run } from './run.mjs'

await run('packages/e2e/src/fuzz-api/run-fuzz.ts')

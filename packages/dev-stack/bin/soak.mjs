import { run } from './run.mjs'

await run('packages/e2e/src/run-soak.ts')

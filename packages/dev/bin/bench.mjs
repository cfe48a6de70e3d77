import { run } from './run.mjs'

await run('packages/load/src/bench.ts')

import { run } from './run.mjs'

await run('packages/bench/src/main.ts')

import { run } from './run.mjs'

await run('packages/dev/src/installation.ts')

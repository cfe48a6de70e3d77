import { run } from './run.mjs'

await run('packages/dev-stack/src/start.ts')

import { run } from '../../dev-stack/bin/run.mjs'

await run('packages/e2e/src/run-soak.ts')

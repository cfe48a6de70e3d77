import { run } from './run.mjs'
import { openStartingPage } from './starting-page.mjs'

// With reload the screens are served from elsewhere.
if (!process.argv.includes('--dev')) await openStartingPage()
await run('packages/dev-stack/src/start.ts')

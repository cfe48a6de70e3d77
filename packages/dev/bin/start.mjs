import { run } from './run.mjs'
import { openStartingPage } from './starting-page.mjs'

// In development mode another server serves the screens.
if (!process.argv.includes('--dev')) await openStartingPage()
await run('packages/dev/src/start.ts')

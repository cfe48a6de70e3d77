import { startSuite } from '@cascade/dev-stack'
import { mkdtemp } from 'node:fs/promises'
import { feedRatio } from './suite/feed-ratio'
const suite = await startSuite({ dataDir: await mkdtemp('/tmp/wt-nats-bench/s-'), port: 0, seed: 'demo', logLevel: 'warn', env: { RATE_SESSION_PER_SECOND: '1000000', RATE_ADDRESS_PER_SECOND: '1000000', RATE_LOGIN_PER_MINUTE: '1000' }, progress: l => console.error(l) })
try { for (let i = 0; i < 4; i++) console.log(JSON.stringify(await feedRatio(suite))) } catch (e) { console.error(e) } finally { await suite.stop() }
process.exit(0)

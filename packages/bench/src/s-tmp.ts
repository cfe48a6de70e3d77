import { startSuite } from '@cascade/dev-stack'
import { endpointRatios } from './suite/endpoint-ratios'
import { feedRatio } from './suite/feed-ratio'
import { firstPageRows } from './suite/first-page'
import { listPageRow } from './suite/list-page'
import { memoryRow } from './suite/memory'
import { type Row, tableOf } from './table'

const say = (l: string) => process.stderr.write(l + '\n')
const suite = await startSuite({
  dataDir: '/tmp/h5/suite',
  port: 0,
  seed: 'demo',
  progress: say,
  logs: say,
  logLevel: 'warn',
  env: { RATE_SESSION_PER_SECOND: '1000000', RATE_ADDRESS_PER_SECOND: '1000000', RATE_LOGIN_PER_MINUTE: '1000' },
})
const rows: Row[] = []
const step = async (n: string, f: () => Promise<Row[]>) => {
  try {
    rows.push(...(await f()))
    console.log(tableOf(rows))
  } catch (e) {
    console.log(n, e)
  }
}
const only = process.argv[2]
if (!only || only === 'mem') await step('mem', async () => [memoryRow(suite)])
if (!only || only === 'page') await step('page', () => firstPageRows(suite))
if (!only || only === 'ep') await step('ep', () => endpointRatios(suite, { rounds: 3, ms: 1500 }))
if (!only || only === 'feed') await step('feed', async () => [await feedRatio(suite, { ms: 1000 })])
if (!only || only === 'list') await step('list', async () => [await listPageRow(suite)])
await suite.stop()

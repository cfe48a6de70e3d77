import { join } from 'node:path'
import { seedRecordIn } from '../seed/seed-demo'
import type { HistoryOptions } from './make-history'
import { playHistory } from './play-history'

const { plan, days, dataDir } = JSON.parse(process.env.HISTORY ?? '') as HistoryOptions
await playHistory({ plan, days, record: seedRecordIn(join(dataDir, 'demo-tree')) }, line =>
  process.stdout.write(`${line}\n`),
)
process.exit()

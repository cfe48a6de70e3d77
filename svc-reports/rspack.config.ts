import { defineService } from '@cascade/dev/rspack'

export default defineService({ entry: { main: './src/main.ts', 'file-worker': './src/schedules/file-worker.ts' } })

import { tsImport } from 'tsx/esm/api'

await tsImport('../schedules/file-worker.ts', import.meta.url)

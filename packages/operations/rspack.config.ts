import { defineService } from '@cascade/dev/rspack'

export default defineService({ entry: { installation: './src/main.ts' } })

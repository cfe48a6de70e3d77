import { defineService } from '@cascade/config/rspack'

export default defineService({ entry: { installation: './src/main.ts' } })

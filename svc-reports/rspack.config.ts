import { defineService } from '@cascade/config/rspack'

export default defineService({ entry: { main: './src/main.ts', installation: './src/installation/main.ts' } })

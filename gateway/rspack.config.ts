import { defineService } from '@cascade/dev/rspack'

export default defineService({ copied: { manual: 'manual', fairness: '../packages/draw-rules/docs' } })

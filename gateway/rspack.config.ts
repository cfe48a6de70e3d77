import { defineService } from '@cascade/config/rspack'

export default defineService({ copied: { manual: 'manual', fairness: '../packages/draw-rules/docs' } })

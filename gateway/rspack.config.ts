import { definePageScript, defineService } from '@cascade/dev/rspack'

const page = '../packages/play-client/page'

export default [
  defineService({ copied: { manual: 'manual', fairness: '../packages/draw-rules/docs', play: page } }),
  definePageScript({ play: `${page}/play.ts` }, 'dist/play'),
]

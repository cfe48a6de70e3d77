import { definePageScript, defineService } from '@cascade/dev/rspack'

const packages = '../node_modules'
const page = '../packages/play-client/page'

export default [
  defineService({
    copied: {
      manual: 'manual',
      fairness: '../packages/draw-rules/docs',
      play: page,
      'docs/reference.js': `${packages}/@scalar/api-reference/dist/browser/standalone.js`,
      'docs/inter.woff2': `${packages}/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`,
    },
  }),
  definePageScript({ play: `${page}/play.ts` }, 'dist/play'),
]

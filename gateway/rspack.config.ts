import { definePageScript, defineService } from '@cascade/dev/rspack'

const packages = '../node_modules'
const page = '../packages/play-client/page'

export default [
  defineService({
    copied: {
      manual: 'manual',
      fairness: '../packages/draw-rules/docs',
      play: page,
      'docs/reference.js': `${packages}/swagger-ui-dist/swagger-ui-bundle.js`,
      'docs/reference.css': `${packages}/swagger-ui-dist/swagger-ui.css`,
      'docs/inter.woff2': `${packages}/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`,
    },
  }),
  definePageScript({ play: `${page}/play.ts` }, 'dist/play'),
]

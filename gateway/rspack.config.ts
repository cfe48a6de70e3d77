import { defineService } from '@cascade/dev/rspack'

const packages = '../node_modules'

export default defineService({
  copied: {
    manual: 'manual',
    fairness: '../packages/draw-rules/docs',
    'docs/reference.js': `${packages}/@scalar/api-reference/dist/browser/standalone.js`,
    'docs/inter.woff2': `${packages}/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`,
  },
})

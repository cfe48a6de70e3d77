import { register } from 'tsx/esm/api'

// plop reads JavaScript; what it generates is described in TypeScript like everything else.
register()
const { defineGenerators } = await import('./src/generators.ts')

export default defineGenerators

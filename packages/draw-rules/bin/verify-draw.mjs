#!/usr/bin/env node
const { register } = await import('tsx/esm/api').catch(() => {
  process.stderr.write('The packages are not installed. Run npm ci first.\n')
  process.exit(2)
})
register()
// The folder in which `npm run` was called.
process.chdir(process.env.INIT_CWD ?? '.')
await import('../src/cli/main.ts')

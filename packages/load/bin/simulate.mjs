#!/usr/bin/env node
const { register } = await import('tsx/esm/api').catch(() => {
  process.stderr.write('The packages are not installed. Run npm ci first.\n')
  process.exit(2)
})
register()
const { main } = await import('../src/simulate.ts')
process.exitCode = await main(process.argv.slice(2), process.env)

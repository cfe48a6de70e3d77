#!/usr/bin/env node
const { register } = await import('tsx/esm/api').catch(() => {
  process.stderr.write('The packages are not installed. Run npm ci first.\n')
  process.exit(2)
})
register()
const { verifyDraw } = await import('../src/cli/verify-draw.ts')
const { code, text } = await verifyDraw(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
const stream = code === 2 ? process.stderr : process.stdout
stream.write(`${text}\n`)
process.exitCode = code

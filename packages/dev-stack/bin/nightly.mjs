import { run } from './run.mjs'

/** Tests that take long, or need more than a usual machine has. */
const files = {
  soak: 'packages/e2e/src/run-soak.ts',
  'fuzz-api': 'packages/e2e/src/fuzz-api/run-fuzz.ts',
  machines: 'packages/e2e/src/machines/run-machines.ts',
  containers: 'packages/e2e/src/containers/containers.ts',
}

const [name = ''] = process.argv.splice(2, 1)
if (Object.hasOwn(files, name)) await run(files[name])
else {
  console.error(`npm run test:nightly -- ${Object.keys(files).join('|')}`)
  process.exitCode = 2
}

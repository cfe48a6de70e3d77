import { run } from './run.mjs'

/** Long tests with special requirements; without a name the tests `*.nightly.test.ts` run. */
const files = {
  soak: 'packages/e2e/src/nightly/soak/run-soak.ts',
  'fuzz-api': 'packages/e2e/src/nightly/fuzz-api/run-fuzz.ts',
  machines: 'packages/e2e/src/nightly/machines/run-machines.ts',
  'replica-set': 'packages/e2e/src/nightly/replica-set/run-replica-set.ts',
  containers: 'packages/e2e/src/nightly/containers/containers.ts',
}

const name = process.argv[2]
if (name === undefined) {
  process.argv.push('nightly')
  await run('packages/dev/src/test.ts')
} else if (Object.hasOwn(files, name)) {
  process.argv.splice(2, 1)
  await run(files[name])
} else {
  console.error(`npm run test:nightly [-- ${Object.keys(files).join('|')}]`)
  process.exitCode = 2
}

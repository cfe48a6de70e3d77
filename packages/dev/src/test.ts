import { prepareMachine } from './checks/preparations'
import { addCounts, lastLine } from './checks/report'
import { runSteps, type StepResult } from './checks/run-steps'
import { nightlySteps, steps } from './checks/steps'
import { describeMissing, provideTools } from './checks/tools'
import { killAllChildren } from './processes/child'
import { onEnd } from './processes/stop-signals'

const completed: StepResult[] = []

/** `npm test`, or with `nightly` the long tests. The last line is `N passed, N failed`. */
async function test() {
  const selected = process.argv[2] === 'nightly' ? nightlySteps : steps
  const started = Date.now()
  const { missing, failure } = await provideTools(console.log)
  const results = await runSteps(selected, prepareMachine(missing, console.log), result => completed.push(result))
  if (failure)
    results.push({ name: 'tools', passed: 0, failed: 1, skipped: 0, seconds: 0, faults: [`failed: ${failure}`] })
  console.log('\n── summary')
  for (const result of results) {
    console.log(describeStep(result))
    for (const fault of result.faults) console.log(`       ${fault}`)
  }
  if (missing.length > 0) console.log(describeMissing(missing))
  console.log(`after ${((Date.now() - started) / 60_000).toFixed(1)} minutes`)
  const sum = addCounts(results)
  console.log(lastLine(sum))
  process.exitCode = sum.failed === 0 ? 0 : 1
}

function describeStep({ name, seconds, ...count }: StepResult): string {
  const isSkipped = count.passed + count.failed === 0
  const verdict = count.failed > 0 ? 'FAILED ' : isSkipped ? 'SKIPPED' : 'ok     '
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  return `${verdict} ${name.padEnd(13)} ${lastLine(count)}${skipped} (${seconds} s)`
}

onEnd(async () => {
  killAllChildren()
  const { passed, failed } = addCounts(completed)
  console.log(lastLine({ passed, failed: failed + 1 }))
  process.exit(1)
})
await test()

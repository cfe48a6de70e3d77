import { prepareMachine } from './checks/preparations'
import { addCounts, lastLine } from './checks/report'
import { runSteps, type StepResult } from './checks/run-steps'
import { steps } from './checks/steps'
import { killAllChildren } from './processes/child'
import { onEnd } from './stop-signals'

const ended: StepResult[] = []

/** `npm test`: every check and every test, ended by the line `N passed, N failed`. */
async function test() {
  const started = Date.now()
  const results = await runSteps(steps, prepareMachine(console.log), result => ended.push(result))
  console.log('\n── summary')
  for (const { name, seconds, faults, ...count } of results) {
    console.log(`${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(13)} ${lastLine(count)} (${seconds} s)`)
    for (const fault of faults) console.log(`       ${fault}`)
  }
  console.log(`after ${((Date.now() - started) / 60_000).toFixed(1)} minutes`)
  const sum = addCounts(results)
  console.log(lastLine(sum))
  process.exitCode = sum.failed === 0 ? 0 : 1
}

onEnd(async () => {
  killAllChildren()
  const { passed, failed } = addCounts(ended)
  console.log(lastLine({ passed, failed: failed + 1 }))
  process.exit(1)
})
await test()

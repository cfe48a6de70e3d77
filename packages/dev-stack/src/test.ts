import { prepareMachine } from './checks/preparations'
import { addCounts, lastLine } from './checks/report'
import { runStep, type StepResult } from './checks/run-step'
import { type Step, steps } from './checks/steps'
import { killAllChildren } from './processes/child'
import { onEnd } from './stop-signals'

const prepared = prepareMachine(console.log)
const results: StepResult[] = []

/** `npm test`: every check and every test, ended by the line `N passed, N failed`. */
async function test() {
  for (const step of steps) {
    console.log(`\n── ${step.name}`)
    results.push(await runWhenPossible(step))
  }
  console.log('\n── summary')
  for (const { name, seconds, faults, ...count } of results) {
    console.log(`${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${lastLine(count)} (${seconds} s)`)
    for (const fault of faults) console.log(`       ${fault}`)
  }
  const sum = addCounts(results)
  console.log(lastLine(sum))
  process.exitCode = sum.failed === 0 ? 0 : 1
}

async function runWhenPossible(step: Step): Promise<StepResult> {
  let env = process.env
  for (const need of step.needs ?? []) {
    const preparation = await prepared[need]
    if (preparation && 'failure' in preparation) return notRun(step, preparation.failure)
    if (preparation) env = { ...env, ...preparation.env }
    if (results.some(({ name, failed }) => name === need && failed > 0)) return notRun(step, `"${need}" failed before`)
  }
  return runStep(step, env)
}

function notRun({ name }: Step, reason: string): StepResult {
  console.log(`Not run: ${reason}`)
  return { name, passed: 0, failed: 1, seconds: 0, faults: [`failed: ${reason}`] }
}

onEnd(async () => {
  killAllChildren()
  console.log(lastLine({ passed: addCounts(results).passed, failed: addCounts(results).failed + 1 }))
  process.exit(1)
})
await test()

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../build/packages'
import { runToEnd } from '../processes/child'
import type { Prepared } from './preparations'
import { type Count, countCheck, countTests, describeFaults, lastLine } from './report'
import type { Step } from './steps'

export type StepResult = Count & { name: string; seconds: number; faults: readonly string[] }

/**
 * Runs each step as soon as its predecessors have ended; output lines are prefixed with the step's name.
 * @param onEnd called with each result
 * @returns all results, in the order of `steps`
 */
export function runSteps(
  steps: readonly Step[],
  prepared: Readonly<Record<string, Promise<Prepared>>>,
  onEnd: (result: StepResult) => void,
): Promise<StepResult[]> {
  const ends: Record<string, Promise<StepResult>> = {}
  async function runInTurn(step: Step): Promise<StepResult> {
    await Promise.all((step.after ?? []).map(name => ends[name]))
    for (const need of step.needs ?? []) {
      const preparation = await prepared[need]
      if (typeof preparation === 'object') return notRun(step, preparation)
      if (((await ends[need])?.failed ?? 0) > 0) return notRun(step, { failure: `"${need}" failed before` })
    }
    return runStep(step)
  }
  for (const step of steps) {
    ends[step.name] = runInTurn(step).then(result => {
      onEnd(result)
      return result
    })
  }
  return Promise.all(Object.values(ends))
}

function notRun({ name }: Step, reason: { failure: string } | { missing: string }): StepResult {
  const [failed, text] = 'failure' in reason ? [1, reason.failure] : [0, reason.missing]
  print(name, `Not run: ${text}`)
  return { name, passed: 0, failed, skipped: 0, seconds: 0, faults: [`${failed ? 'failed' : 'skipped'}: ${text}`] }
}

const print = (name: string, line: string) => console.log(`${name.padEnd(13)} │ ${line}`)

async function runStep(step: Step): Promise<StepResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-test-'))
  const report = join(folder, 'report.json')
  const reporterArgs = step.projects ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
  const started = Date.now()
  const exit = await runToEnd(
    {
      command: step.command,
      args: [...step.args, ...reporterArgs],
      cwd: repository,
      onLine: line => print(step.name, line),
    },
    step.timeoutMinutes * 60_000,
  )
  if (exit.error) print(step.name, exit.error)
  const code = exit.error ? 1 : exit.code
  const text = step.projects && (await readFile(report, 'utf8').catch(() => undefined))
  const count = step.projects ? countTests(text, code) : countCheck(code)
  await rm(folder, { recursive: true, force: true })
  const seconds = Math.round((Date.now() - started) / 1000)
  print(step.name, `${lastLine(count)} after ${seconds} s`)
  return { name: step.name, seconds, faults: describeFaults(text), ...count }
}

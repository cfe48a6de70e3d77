import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '../processes/child'
import { repository } from '../rooms'
import { type Count, countCheck, countTests, namesOfFaults } from './report'
import type { Step } from './steps'

export type StepResult = Count & { name: string; seconds: number; faults: readonly string[] }

/** Runs one step, shows what it prints, and counts it. A step over its time is killed and counts as a failure. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv): Promise<StepResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-test-'))
  const report = join(folder, 'report.json')
  const reporting = step.projects ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
  const started = Date.now()
  const exit = await runToEnd(
    {
      command: step.command,
      args: [...step.args, ...reporting],
      cwd: repository,
      env,
      onLine: line => console.log(line),
    },
    step.timeoutMinutes * 60_000,
  )
  if (exit.error) console.log(`${step.name}: ${exit.error}`)
  const code = exit.error ? 1 : exit.code
  const text = step.projects && (await readFile(report, 'utf8').catch(() => undefined))
  const count = step.projects ? countTests(text, code) : countCheck(code)
  await rm(folder, { recursive: true, force: true })
  return { name: step.name, seconds: Math.round((Date.now() - started) / 1000), faults: namesOfFaults(text), ...count }
}

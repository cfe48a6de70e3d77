import { join } from 'node:path'
import { repository } from '../rooms'

export type Step = {
  name: string
  command: string
  args: readonly string[]
  timeoutMinutes: number
  /** vitest projects whose JSON report is counted; a step without them counts as one check. */
  projects?: readonly string[]
  /** Names of steps and preparations without which this one makes no sense. */
  needs?: readonly string[]
  /** Names of steps that this one lets end first, however they end, as both would keep every core busy. */
  after?: readonly string[]
}

const bin = (tool: string) => join(repository, 'node_modules', '.bin', tool)
const npmRun = (script: string) => ({ command: 'npm', args: ['run', script, '--silent'] })
const vitest = (...projects: string[]) => ({
  command: bin('vitest'),
  args: ['run', ...projects.flatMap(project => ['--project', project])],
  projects,
})

/**
 * What `npm test` runs, each step as soon as what it needs and comes after has ended. So there are two lanes: checks and
 * tests of single services, and beside them the build and the tests of the whole suite. Fault tests come last, alone.
 */
export const steps: readonly Step[] = [
  { name: 'lint', ...npmRun('lint'), timeoutMinutes: 3 },
  { name: 'types', ...npmRun('typecheck'), timeoutMinutes: 10, after: ['lint'] },
  { name: 'domains', ...npmRun('check:domains'), timeoutMinutes: 2, after: ['types'] },
  { name: 'unused code', ...npmRun('knip'), timeoutMinutes: 3, after: ['domains'] },
  { name: 'unit and page', ...vitest('unit', 'web'), timeoutMinutes: 15, after: ['unused code'] },
  { name: 'integration', ...vitest('int'), timeoutMinutes: 20, needs: ['servers'], after: ['unit and page'] },
  { name: 'build', ...npmRun('build'), timeoutMinutes: 10, after: ['types'] },
  { name: 'whole suite', ...vitest('api'), timeoutMinutes: 10, needs: ['servers', 'build'] },
  {
    name: 'browser',
    ...vitest('e2e'),
    timeoutMinutes: 30,
    needs: ['servers', 'chromium', 'build'],
    after: ['whole suite'],
  },
  {
    name: 'faults',
    ...vitest('faults'),
    timeoutMinutes: 20,
    needs: ['servers', 'build'],
    after: ['browser', 'integration'],
  },
]

/** What `npm run test:nightly` runs: long tests, each of which wants the machine to itself. */
export const nightlySteps: readonly Step[] = [
  { name: 'build', ...npmRun('build'), timeoutMinutes: 10 },
  { name: 'nightly', ...vitest('nightly'), timeoutMinutes: 60, needs: ['servers', 'build'] },
]

import { join } from 'node:path'
import { repository } from '../rooms'

export type Step = {
  name: string
  command: string
  args: readonly string[]
  timeoutMinutes: number
  /** vitest projects whose JSON report is counted; a step without them counts as one check. */
  projects?: readonly string[]
  /** Names of steps without which this one makes no sense. */
  needs?: readonly string[]
}

const bin = (tool: string) => join(repository, 'node_modules', '.bin', tool)
const npmRun = (script: string) => ({ command: 'npm', args: ['run', script, '--silent'] })
const vitest = (...projects: string[]) => ({
  command: bin('vitest'),
  args: ['run', ...projects.flatMap(project => ['--project', project])],
  projects,
})

/** What `npm test` runs, in this order. */
export const steps: readonly Step[] = [
  { name: 'lint', ...npmRun('lint'), timeoutMinutes: 3 },
  { name: 'types', ...npmRun('typecheck'), timeoutMinutes: 10 },
  { name: 'domains', ...npmRun('check:domains'), timeoutMinutes: 2 },
  { name: 'unused code', ...npmRun('knip'), timeoutMinutes: 3 },
  { name: 'unit and page tests', ...vitest('unit', 'web'), timeoutMinutes: 12 },
  { name: 'integration tests', ...vitest('int'), timeoutMinutes: 20, needs: ['servers'] },
  { name: 'build', ...npmRun('build'), timeoutMinutes: 10 },
  { name: 'browser tests', ...vitest('e2e'), timeoutMinutes: 35, needs: ['servers', 'chromium', 'build'] },
  { name: 'fault tests', ...vitest('faults'), timeoutMinutes: 20, needs: ['servers', 'build'] },
]

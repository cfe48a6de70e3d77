import { join } from 'node:path'
import { repository } from '../build/packages'

export type Step = {
  name: string
  command: string
  args: readonly string[]
  timeoutMinutes: number
  /** Vitest projects whose JSON report is counted; without them a step counts as one check. */
  projects?: readonly string[]
  /** Steps and preparations that must succeed first. */
  needs?: readonly string[]
  /** Steps that must end first, with any result, as both use all cores. */
  after?: readonly string[]
}

const bin = (tool: string) => join(repository, 'node_modules', '.bin', tool)
const npmRun = (script: string) => ({ command: 'npm', args: ['run', script, '--silent'] })
const vitest = (...projects: string[]) => ({
  command: bin('vitest'),
  args: ['run', ...projects.flatMap(project => ['--project', project])],
  projects,
})
/** Half of the files, so that a test that hangs is noticed while the others still run. */
const integrationHalf = (half: 1 | 2) => {
  const { args, ...rest } = vitest('int')
  return { ...rest, args: [...args, `--shard=${half}/2`] }
}

/**
 * Steps of `npm test`. First the checks run beside the build and the tests of the whole suite, and the unit and page tests
 * beside the fault tests, which mostly wait. Integration and browser tests use all cores: each of them runs alone.
 */
export const steps: readonly Step[] = [
  { name: 'lint', ...npmRun('lint'), timeoutMinutes: 3 },
  { name: 'types', ...npmRun('typecheck'), timeoutMinutes: 10, after: ['lint'] },
  { name: 'domains', ...npmRun('check:domains'), timeoutMinutes: 2, after: ['types'] },
  { name: 'unused code', ...npmRun('knip'), timeoutMinutes: 3, after: ['domains'] },
  { name: 'unit and page', ...vitest('unit', 'web'), timeoutMinutes: 20, after: ['unused code'] },
  { name: 'build', ...npmRun('build'), timeoutMinutes: 10 },
  { name: 'whole suite', ...vitest('api'), timeoutMinutes: 10, needs: ['servers', 'build'] },
  {
    name: 'faults',
    ...vitest('faults'),
    timeoutMinutes: 20,
    needs: ['servers', 'build'],
    after: ['whole suite'],
  },
  {
    name: 'integration 1',
    ...integrationHalf(1),
    timeoutMinutes: 25,
    needs: ['servers'],
    after: ['unit and page', 'faults'],
  },
  { name: 'integration 2', ...integrationHalf(2), timeoutMinutes: 25, needs: ['servers'], after: ['integration 1'] },
  {
    name: 'browser',
    ...vitest('e2e'),
    timeoutMinutes: 30,
    needs: ['servers', 'chromium', 'build'],
    after: ['integration 2'],
  },
]

/** Steps of `npm run test:nightly`: long tests that need the whole machine. */
export const nightlySteps: readonly Step[] = [
  { name: 'build', ...npmRun('build'), timeoutMinutes: 10 },
  { name: 'nightly', ...vitest('nightly'), timeoutMinutes: 60, needs: ['servers', 'build'] },
  {
    name: 'rules',
    command: 'env',
    args: ['CASCADE_RULES_SEEDS=500', bin('vitest'), 'run', '--project', 'int', '.rules.int.'],
    projects: ['int'],
    timeoutMinutes: 60,
    needs: ['servers'],
    after: ['nightly'],
  },
  {
    name: 'manual',
    ...vitest('manual'),
    timeoutMinutes: 15,
    needs: ['servers', 'chromium', 'build'],
    after: ['rules'],
  },
]

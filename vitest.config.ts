import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './packages/e2e/src/longest-first.ts'

const skip = ['**/node_modules/**', '**/dist/**']
/** Tests mostly wait: at least two workers, at most four. */
const maxWorkers = Math.min(4, Math.max(2, availableParallelism()))
/** Only a failing test waits this long. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000, interval: 100 } } }
/** Node 25 and newer have a `localStorage` of their own, which does not work and hides that of happy-dom. */
const noWebStorage = process.allowedNodeEnvironmentFlags.has('--webstorage') ? ['--no-webstorage'] : []

/** `npm run test:nightly -- machines`, which takes minutes and namespaces. */
const machines = 'packages/e2e/src/nightly/machines/*.nightly.test.ts'
/** `npm run test:nightly -- replica-set`, which needs a mongod. */
const replicaSet = 'packages/e2e/src/nightly/replica-set/*.nightly.test.ts'
/** Nightly, and run by `npm run manual`: browser tests on the suite that they share. */
const manual = 'packages/e2e/src/nightly/manual/*.nightly.test.ts'

/**
 * The suffix of a test states its cost: `.test.ts` has no I/O, `.test.tsx` renders in happy-dom,
 * `.int.test.ts` needs the real MongoDB and NATS servers, `.api.test.ts` the whole suite, `.e2e.test.ts` Chromium
 * besides, `.fault.test.ts` suites of its own to break, `.nightly.test.ts` the machine to itself as well. Files share a
 * worker's modules where loading them costs more than testing: no file may leave anything behind.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/src/**/*.test.ts'],
          exclude: [...skip, '**/*.{int,api,e2e,fault,nightly}.test.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['**/src/**/*.test.tsx'],
          exclude: skip,
          environment: 'happy-dom',
          execArgv: noWebStorage,
          setupFiles: ['packages/web-kit/src/testing/setup.ts'],
          isolate: false,
          restoreMocks: true,
          maxWorkers,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/src/**/*.int.test.ts'],
          exclude: skip,
          pool: 'forks',
          globalSetup: ['packages/dev/src/testing/global-setup.ts'],
          setupFiles: ['packages/dev/src/testing/commands/watch-commands.ts'],
          isolate: false,
          maxWorkers,
          ...patient,
        },
      },
      {
        test: {
          name: 'api',
          include: ['packages/e2e/src/**/*.api.test.ts'],
          exclude: skip,
          pool: 'forks',
          globalSetup: ['packages/e2e/src/global-setup.ts'],
          isolate: false,
          // Most of them wait for draws.
          maxWorkers: 4,
          ...patient,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['packages/e2e/src/**/*.e2e.test.ts'],
          exclude: skip,
          pool: 'forks',
          globalSetup: ['packages/e2e/src/global-setup.ts'],
          isolate: false,
          maxWorkers,
          // Pages of one file at the same time, where its tests wait for draws.
          maxConcurrency: 3,
          ...patient,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['packages/e2e/src/**/*.fault.test.ts'],
          exclude: skip,
          pool: 'forks',
          // Each has suites, folders and ports of its own.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...patient,
        },
      },
      {
        test: {
          name: 'nightly',
          include: ['packages/e2e/src/**/*.nightly.test.ts'],
          exclude: [...skip, machines, replicaSet, manual],
          pool: 'forks',
          maxWorkers: 1,
          ...patient,
        },
      },
      {
        test: {
          name: 'manual',
          include: [manual],
          exclude: skip,
          pool: 'forks',
          globalSetup: ['packages/e2e/src/global-setup.ts'],
          isolate: false,
          maxWorkers,
          ...patient,
        },
      },
      { test: { name: 'replica-set', include: [replicaSet], exclude: skip, pool: 'forks', ...patient } },
      { test: { name: 'machines', include: [machines], exclude: skip, pool: 'forks', ...patient } },
    ],
  },
})

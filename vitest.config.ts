import { defineConfig } from 'vitest/config'

const skip = ['**/node_modules/**', '**/dist/**']

/**
 * The suffix of a test states its cost: `.test.ts` has no I/O, `.test.tsx` renders in happy-dom,
 * `.int.test.ts` needs the real MongoDB and NATS servers, `.e2e.test.ts` the whole suite and Chromium.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/src/**/*.test.ts'],
          exclude: [...skip, '**/*.int.test.ts', '**/*.e2e.test.ts'],
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'web',
          include: ['**/src/**/*.test.tsx'],
          exclude: skip,
          environment: 'happy-dom',
          setupFiles: ['packages/web-kit/src/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/src/**/*.int.test.ts'],
          exclude: skip,
          pool: 'forks',
          globalSetup: ['packages/dev-stack/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['packages/e2e/src/**/*.e2e.test.ts'],
          exclude: skip,
          pool: 'forks',
          fileParallelism: false,
          globalSetup: ['packages/e2e/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

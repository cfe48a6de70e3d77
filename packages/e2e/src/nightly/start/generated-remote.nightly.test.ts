import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../support/run-program'
import { repository } from '../../support/tree-copy'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-team-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a generated remote', () => {
  it('installs, builds, tests and type-checks with the kits of today', {
    timeout: 600_000,
  }, async () => {
    const remote = join(folder, 'top-balances')
    const steps: [cwd: string, ...args: string[]][] = [
      [repository, 'run', 'gen', 'remote', '--', remote],
      [remote, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
      [remote, 'run', 'build'],
      [remote, 'test'],
      [remote, 'run', 'typecheck'],
    ]
    for (const [cwd, ...args] of steps) {
      const { code, output } = await runProgram(cwd, 'npm', ...args)
      expect(code, output).toBe(0)
    }
  })
})

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

describe('a repository of another team', { timeout: 600_000 }, () => {
  it.each([
    ['remote', 'top-balances', ['build', 'test', 'typecheck']],
    ['consumer', 'branch-watch', ['test', 'typecheck']],
  ])('with a generated %s installs and works with the kits of today', async (kind, name, scripts) => {
    const generated = join(folder, name)
    const steps: [cwd: string, ...args: string[]][] = [
      [repository, 'run', 'gen', kind, '--', generated],
      [generated, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
      ...scripts.map((script): [string, ...string[]] => [generated, 'run', script]),
    ]
    for (const [cwd, ...args] of steps) {
      const { code, output } = await runProgram(cwd, 'npm', ...args)
      expect(code, output).toBe(0)
    }
  })
})

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { repository } from '../build/packages'

describe('compose:env', () => {
  it('writes a file readable by its owner only, and never overwrites one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-env-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const program = join(repository, 'packages/dev/src/compose/write-env.ts')
    const write = () =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', program], {
        cwd: repository,
        env: { ...process.env, INIT_CWD: folder },
      })
    const { stdout } = await write()
    const text = await readFile(join(folder, '.env'), 'utf8')
    expect(text).toMatch(/^NATS_ADMIN_PASSWORD='p[0-9a-f]{32}'$/m)
    expect(stdout).not.toContain('PASSWORD')
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
    await expect(write()).rejects.toThrow('already exists')
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe(text)
  })
})

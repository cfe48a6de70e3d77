import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { partsOf } from '../../bin/embedded-database.mjs'
import { repository } from '../build/packages'

let folder: string
const tools = ['cargo', 'cmake', 'cc']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-cargo-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Builds with a `cargo` that runs this shell script, and another cache. @returns the printed lines */
async function buildWith(cargo: string): Promise<string> {
  for (const tool of tools) {
    await writeFile(join(folder, tool), `#!/bin/sh\n${tool === 'cargo' ? cargo : ''}\n`)
    await chmod(join(folder, tool), 0o755)
  }
  await mkdir(join(folder, 'cascade', 'secantus-build'), { recursive: true })
  const env = {
    ...process.env,
    XDG_CACHE_HOME: folder,
    PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
  }
  const program = `const { buildSecantus } = await import('${join(repository, 'packages/dev/bin/embedded-database.mjs')}')
    console.log(await Promise.all([buildSecantus(console.log), buildSecantus(console.log)]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  return stdout
}

describe('buildSecantus', () => {
  it('builds once for concurrent callers and removes the build folder', async () => {
    const output = await buildWith('echo "$*" >> "$XDG_CACHE_HOME/calls"')
    expect(output.match(/done in/g)).toHaveLength(1)
    expect(output).toContain('[ undefined, undefined ]')
    expect(existsSync(join(folder, 'cascade', 'secantus-build'))).toBe(false)
  })

  it('keeps the build folder after a failure and returns its reason', async () => {
    const output = await buildWith('echo "error: no space left" >&2; exit 101')
    expect(output).toContain('failed: error: no space left')
    expect(existsSync(join(folder, 'cascade', 'secantus-build'))).toBe(true)
  })
})

describe('partsOf', () => {
  it('reads the last progress of cargo', () => {
    const output = '    Building [=>     ] 14/290: cc, syn\r    Building [==>    ] 58/290: zerocopy, generic-array'
    expect(partsOf(output)).toBe(', 58 of 290 parts')
    expect(partsOf('   Compiling syn v2')).toBe('')
  })
})

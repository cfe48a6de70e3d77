import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripts } from '../bin/scripts.mjs'
import { repository } from './build/packages'

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** As npm runs a script. */
const env = { ...process.env, PATH: `${join(repository, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }

describe('a script of the root', () => {
  it.each(Object.entries(manifest.scripts))(
    'prints for %s --help its help only',
    (name, command) => {
      const { status, stdout, stderr } = spawnSync(`${command} --help`, {
        cwd: repository,
        env,
        shell: true,
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout.trim()).toEqual(
        Object.hasOwn(scripts, name) ? scripts[name]?.help : expect.stringMatching(/usage:/i),
      )
    },
    30_000,
  )
})

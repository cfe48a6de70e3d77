import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { demoPassword, npmTools, pythonTool } from '@cascade/dev'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../support/run-program'
import { api, newSuperadmin, url } from '../../support/suite'
import { createBranch } from '../../support/world'

const openApi = `${url}/docs/openapi.json`
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-clients-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(folder, command, ...args)
  expect(code, output).toBe(0)
  return output
}

/** Runs a client, which transfers 12.5 points to a new player. */
async function transferWith(command: string, program: string) {
  const superadmin = await newSuperadmin()
  const { player } = await createBranch(api, superadmin)
  const login = [url, superadmin.user.username, demoPassword]
  const output = await run(command, program, ...login, player._id, player.username)
  expect(JSON.parse(output)).toEqual({ receiverWallet: 12.5, wallets: [12.5], code: 'NOT_FOUND' })
}

describe('a client made of /docs/openapi.json', () => {
  it('signs in, transfers and lists with the types of openapi-typescript', async () => {
    const versions = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@20.19.0']
    const modules = join(await npmTools(versions, say), 'node_modules')
    await symlink(modules, join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await copyFile(join(import.meta.dirname, 'transfer.ts.txt'), join(folder, 'transfer.ts'))
    await run('node', join(modules, 'openapi-typescript/bin/cli.js'), openApi, '-o', 'schema.d.ts')
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    await run('node', join(modules, 'typescript/bin/tsc'), ...strict, 'transfer.ts')
    await transferWith('node', 'transfer.js')
  }, 600_000)

  it('signs in, transfers and lists in Python, by openapi-python-client', async () => {
    const generator = await pythonTool('openapi-python-client', '0.29.1', say)
    const target = ['--output-path', 'cascade_client', '--meta', 'none']
    const output = await run(generator, 'generate', '--url', openApi, ...target)
    // Files are no models: pictures and backups.
    expect(output.match(/Cannot parse .*/g)).toEqual([
      expect.stringContaining('image/webp'),
      expect.stringContaining('application/gzip'),
    ])
    await copyFile(join(import.meta.dirname, 'transfer.py'), join(folder, 'transfer.py'))
    await transferWith(join(dirname(generator), 'python'), 'transfer.py')
  }, 600_000)
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../support/run-program'
import { repository } from '../../support/tree-copy'

const kits = ['contracts', 'draw-rules', 'files', 'service-kit', 'web-kit', 'ui-kit', 'play-client']
/** An empty folder in which only the archives are installed. */
let folder: string

const read = async (...path: string[]) => readFile(join(folder, ...path), 'utf8')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-kits-'))
  await run(repository, 'npm', 'run', 'kits', '--workspace', '@cascade/dev', '--', folder)
  const archives = await Promise.all(kits.map(async kit => `cascade-${kit}-${await version(kit)}.tgz`))
  const { devDependencies } = JSON.parse(await readFile(join(repository, 'packages/ui-kit/package.json'), 'utf8'))
  const types = ['@types/react', '@types/react-dom'].map(name => `${name}@${devDependencies[name]}`)
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run(folder, 'npm', 'install', ...options, ...archives, ...types, '@types/node@20')
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function version(kit: string): Promise<string> {
  return JSON.parse(await readFile(join(repository, 'packages', kit, 'package.json'), 'utf8')).version
}

async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(cwd, command, ...args)
  expect(code, output).toBe(0)
  return output
}

describe('an installed kit', { timeout: 300_000 }, () => {
  it.each(kits)('%s is published with its documents and without TypeScript sources', async kit => {
    const installed = join(folder, 'node_modules/@cascade', kit)
    const { private: isPrivate, version: present } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    expect({ isPrivate, present }).toEqual({ isPrivate: undefined, present: await version(kit) })
    const files = await readdir(installed, { recursive: true })
    expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'dist']))
    expect(files.filter(file => /(?<!\.d)\.tsx?$|\.test\./.test(file))).toEqual([])
  })

  it.each(['contracts', 'draw-rules', 'files', 'service-kit', 'play-client', 'web-kit'])(
    '%s loads in Node',
    async kit => {
      const { exports } = JSON.parse(await read('node_modules/@cascade', kit, 'package.json'))
      const entries = Object.keys(exports).filter(entry => !entry.startsWith('./testing'))
      const imports = entries.map(entry => `await import('${entry.replace('.', `@cascade/${kit}`)}')`)
      await run(folder, process.execPath, '--input-type=module', '--eval', imports.join('\n'))
    },
  )

  it('compiles under strict and nodenext, its own declarations included', async () => {
    await writeFile(join(folder, 'service.ts'), service)
    await writeFile(join(folder, 'screen.tsx'), screen)
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', jsx: 'react-jsx', outDir: 'out' }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
        files: ['service.ts', 'screen.tsx'],
      }),
    )
    const { output } = await runProgram(folder, join(repository, 'node_modules/.bin/tsc'), '-p', '.')
    const faults = output.split('\n').filter(line => /^\S+\(\d/.test(line))
    // antd does not pass its own check.
    expect(faults.filter(line => !/^node_modules\/(?!@cascade)/.test(line))).toEqual([])
  })

  it('is bundled with its styles and workers', async () => {
    const compiler = rspack({
      context: folder,
      mode: 'production',
      entry: './out/screen.js',
      output: { path: join(folder, 'bundle') },
      module: { rules: [{ test: /\.css$/, type: 'css/auto' }] },
      performance: false,
    })
    const stats = await new Promise<string[]>((done, fail) =>
      compiler.run((error, result) =>
        error ? fail(error) : done((result?.toJson().errors ?? []).map(each => each.message)),
      ),
    )
    await new Promise(done => compiler.close(done))
    expect(stats).toEqual([])
    const files = await readdir(join(folder, 'bundle'))
    expect(files.filter(file => file.endsWith('.css'))).not.toEqual([])
    expect(await read('bundle', 'main.js')).toContain('walletBalance')
  })
})

const service = `import { exampleOf, type Permission } from '@cascade/contracts'
import { accountApi, TransferRecorded } from '@cascade/contracts/accounts'
import { createClient } from '@cascade/contracts/client'
import { decide } from '@cascade/draw-rules/draw'
import { createPlayClient } from '@cascade/play-client'
import { type Feed, runService } from '@cascade/service-kit'

const player = exampleOf(accountApi.player.list).response.data[0]
export const username: string | undefined = player?.username
// @ts-expect-error the type of a field is known
export const wrong: number | undefined = player?.username
export const permission: Permission = 'player.manage'
export { createClient, createPlayClient, decide, type Feed, runService, TransferRecorded }
`

const screen = `import { type Account, accountApi } from '@cascade/contracts/accounts'
import { PageHeader } from '@cascade/ui-kit'
import { ColumnChart } from '@cascade/ui-kit/charts'
import { type Column, DataTable } from '@cascade/ui-kit/data'
import { FormPage } from '@cascade/ui-kit/forms'
import { listSource, useListState } from '@cascade/web-kit'
import { createRoot } from 'react-dom/client'

const columns: readonly Column<Account>[] = [
  { key: 'username', title: 'Username', value: player => player.username },
]

function Page() {
  const list = useListState({ sort: 'walletBalance', order: 'desc' })
  const source = listSource(accountApi.player.list)
  return (
    <>
      <PageHeader title="Players" />
      <DataTable id="players" columns={columns} rowKey={row => row._id} source={source} list={list} exportAs={{ file: 'players.xlsx', sheet: 'players', columns: [] }} />
    </>
  )
}

createRoot(document.body).render(<Page />)
Object.assign(globalThis, { ColumnChart, FormPage })
`

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEndpoints, allExamples, toOpenApi } from '@cascade/contracts'
import { cacheFolder, findTool, npmTools } from '@cascade/dev'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../support/run-program'
import { download } from './download'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-generators-'))
  const document = toOpenApi(allEndpoints, allExamples(), { title: 'Cascade', version: '1.0.0' })
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const say = (line: string) => process.stdout.write(`${line}\n`)
async function run(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(folder, command, ...args)
  expect(code, output).toBe(0)
  return output
}

/** A missing toolchain is shown as skipped, with its name. */
const go = await findTool('go')
const java = await findTool('java')

describe('the OpenAPI document', () => {
  it.skipIf(!go)(
    `makes a Go client that compiles, by oapi-codegen${go ? '' : ' (there is no Go)'}`,
    async () => {
      const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
      const flags = ['-generate', 'types,client', '-package', 'api', '-o', 'api.gen.go']
      await run(go ?? '', 'run', generator, ...flags, 'openapi.json')
      await run(go ?? '', 'mod', 'init', 'api')
      await run(go ?? '', 'mod', 'tidy')
      await run(go ?? '', 'vet', '.')
    },
    600_000,
  )

  it('makes a TypeScript client without a type error, by hey-api', async () => {
    const modules = join(await npmTools(['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3'], say), 'node_modules')
    const cli = join(modules, '@hey-api/openapi-ts/bin/run.js')
    await run('node', cli, '-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch')
    const lib = ['--lib', 'es2022,dom,dom.iterable', '--target', 'es2022', '--module', 'esnext']
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--moduleResolution', 'bundler', ...lib]
    await run('node', join(modules, 'typescript/bin/tsc'), ...flags, 'hey-api/index.ts')
  }, 600_000)

  it.skipIf(!java)(
    `is valid for openapi-generator${java ? '' : ' (there is no Java)'}`,
    async () => {
      const version = '7.25.0'
      const name = `openapi-generator-cli-${version}.jar`
      const address = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${version}/${name}`
      const jar = await download(address, cacheFolder(name))
      expect(await run(java ?? '', '-jar', jar, 'validate', '-i', 'openapi.json')).toContain(
        'No validation issues detected',
      )
    },
    600_000,
  )
})

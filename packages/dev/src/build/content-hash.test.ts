import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentHash } from './content-hash'

let repository: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(repository, path)), { recursive: true })
  writeFileSync(join(repository, path), text)
}
const hash = (shared = 'lock') => contentHash(repository, 'app', shared)

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'cascade-hash-'))
  write('app/package.json', JSON.stringify({ dependencies: { '@cascade/kit': '*', zod: '4' } }))
  write('packages/kit/package.json', JSON.stringify({ devDependencies: { '@cascade/base': '*', '@cascade/dev': '*' } }))
  write('packages/base/package.json', JSON.stringify({}))
  write('packages/other/package.json', JSON.stringify({}))
  for (const folder of ['app/src', 'packages/kit/src', 'packages/base/src', 'packages/other/src'])
    write(`${folder}/a.ts`, '1')
  for (const folder of ['rspack', 'suite']) write(`packages/dev/src/${folder}/a.ts`, '1')
})
afterEach(() => rmSync(repository, { recursive: true }))

describe('contentHash', () => {
  it('is stable for unchanged files', async () => {
    expect(await hash()).toBe(await hash())
  })

  it.each([
    'app/src/a.ts',
    'app/src/new.ts',
    'packages/kit/src/a.ts',
    'packages/base/src/a.ts',
    'packages/dev/src/rspack/a.ts',
    'app/package.json',
  ])('changes with %s', async path => {
    const before = await hash()
    write(path, path.endsWith('.json') ? '{"dependencies":{}}' : '2')
    expect(await hash()).not.toBe(before)
  })

  it.each([
    'packages/other/src/a.ts',
    'packages/dev/src/suite/a.ts',
    'app/src/a.test.ts',
    'app/dist/main.js',
    'app/node_modules/x/index.js',
  ])('does not change with %s', async path => {
    const before = await hash()
    write(path, '2')
    expect(await hash()).toBe(before)
  })

  it('changes with the shared input', async () => {
    expect(await hash('another lock')).not.toBe(await hash())
  })
})

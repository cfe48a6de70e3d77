import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { withSourceLines } from './source-lines'

const folder = mkdtempSync(join(tmpdir(), 'cascade-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bundle = pathToFileURL(join(folder, 'main.js')).href
const map = { version: 3, sources: ['../src/main.ts'], names: [], mappings: 'AAEA' }
writeFileSync(join(folder, 'main.js.map'), JSON.stringify(map))

describe('a stack trace', () => {
  it('has source lines; files without a map are unchanged', () => {
    const other = pathToFileURL(join(folder, 'other.js')).href
    const stack = `Error: gone\n    at book (${bundle}:1:1)\n    at async ${other}:7:3\n    at node:net:1:2`
    const source = join(folder, '..', 'src', 'main.ts')
    expect(withSourceLines(stack)).toBe(
      `Error: gone\n    at book (${source}:3:1)\n    at async ${other}:7:3\n    at node:net:1:2`,
    )
  })
})

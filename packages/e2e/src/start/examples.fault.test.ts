import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { betTexts } from '@cascade/contracts/live'
import { hasPrograms, type Suite, startSuite } from '@cascade/dev'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
let folder: string
let suite: Suite

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-examples-'))
  suite = await startSuite({ dataDir: folder, port: 0, seed: 'demo', build: false, logLevel: 'fatal' })
})
afterAll(async () => {
  await suite?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Example = { command: string; answer: string }

function examplesOf(document: string): Example[] {
  const blocks = Array.from(document.matchAll(/```sh\n(\$ [\s\S]*?)```/g), ([, block = '']) => block)
  return blocks
    .flatMap(block => block.split(/^\$ /m).slice(1))
    .map(text => {
      const [command = ''] = /^(?:.*\\\n)*.*/.exec(text) ?? []
      const lines = text.slice(command.length).trim().split('\n')
      return { command, answer: lines.map(line => line.trim()).join('') }
    })
}

/** Output as a pattern: `…` matches anything, inside a string anything in that string; ids match any id. */
function patternOf(answer: string): RegExp {
  const source = answer
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '[\\da-f-]{36}')
    .replace(/(?<=["\w])…(?=")/g, '[^"]*')
    .replaceAll('…', '.*')
  return new RegExp(`^${source}$`)
}

/** The actual value of the field that has `shownValue` in the document, for example the token. */
function actualValueOf(shown: string, shownValue: string, answered: string): string {
  const at = shown.indexOf(`":"${shownValue}`)
  const field = /"(\w+)$/.exec(shown.slice(0, at))?.[1]
  return new RegExp(`"${field}":"([^"]*)"`).exec(answered)?.[1] ?? ''
}

it('README.md shows requests with their actual responses', { skip: !(await hasPrograms('curl')) }, async () => {
  const examples = examplesOf(await readFile(join(root, 'README.md'), 'utf8'))
  expect(examples.filter(({ command }) => command.startsWith('curl '))).toHaveLength(5)
  const variables: Record<string, string> = {}
  let last = { shown: '', answered: '' }
  for (const { command, answer } of examples) {
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(command) ?? []
    if (name) {
      variables[name] = actualValueOf(last.shown, value, last.answered)
      continue
    }
    const line = command.replaceAll('localhost:8080', new URL(suite.url).host)
    let answered = ''
    // Betting is closed for some seconds of every draw.
    await expect.poll(async () => (answered = await run(line, variables))).not.toContain(betTexts.closed)
    expect(answered).toMatch(patternOf(answer))
    last = { shown: answer, answered }
  }
})

async function run(command: string, variables: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...variables } })
  return stdout
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './workspace'

const root = join(import.meta.dirname, '../../../..')
const paths = filesBelow(root).filter(path => !path.includes('/templates/'))
const read = (name: RegExp) =>
  paths.filter(path => name.test(path)).map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const sources = read(/\.(ts|tsx|mjs)$/)
const documents = read(/(^|\/)(ARCHITECTURE|DECISIONS|README)\.md$/)

const classes = new Set(sources.flatMap(({ text }) => [...text.matchAll(/\bclass (\w+)/g)].map(([, name]) => name)))
const isError = (name: string) => classes.has(name) || name in globalThis || name === 'ZodError'

/** The classes after `@throws`: the first word, and those that follow a separator. */
function thrownClasses(text: string): string[] {
  return Array.from(text.matchAll(/@throws +(.*)/g), ([, rest = '']) =>
    Array.from(rest.matchAll(/(?:^|[;,] |\bor )([A-Z][a-z]\w+)/g), ([, name = '']) => name),
  ).flat()
}

const file = '`([\\w./-]+\\.(?:tsx?|mjs))`'
const names = '((?:`[\\w.]+`(?:, |,? and )?)+)'
const pairs = [
  { pattern: new RegExp(`${file}\\s\\(${names}\\)`, 'g'), fileFirst: true },
  { pattern: new RegExp(`${names}\\s(?:in|of)\\s${file}`, 'g'), fileFirst: false },
  { pattern: new RegExp(`${names}\\s\\(${file}\\)`, 'g'), fileFirst: false },
]

/** Each file of a document with the identifiers written beside it. */
function references(text: string): { file: string; name: string }[] {
  return pairs.flatMap(({ pattern, fileFirst }) =>
    [...text.matchAll(pattern)].flatMap(([, first = '', second = '']) => {
      const [path, identifiers] = fileFirst ? [first, second] : [second, first]
      return Array.from(identifiers.matchAll(/`([\w.]+)`/g), ([, name = '']) => ({ file: path, name }))
    }),
  )
}

describe('a reference', () => {
  it('names an existing class after @throws', () => {
    const missing = sources.flatMap(({ path, text }) =>
      thrownClasses(text).flatMap(name => (isError(name) ? [] : [`${path}: @throws ${name}`])),
    )
    expect(missing).toEqual([])
  })

  it('names, in a document, a file that contains the identifier next to it', () => {
    const wrong = documents.flatMap(({ path, text }) =>
      references(text).flatMap(({ file, name }) => {
        const candidates = sources.filter(source => `/${source.path}`.endsWith(`/${file.replace(/^(\.\.\/)+/, '')}`))
        return candidates.some(source => source.text.includes(name)) ? [] : [`${path}: ${name} is not in ${file}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

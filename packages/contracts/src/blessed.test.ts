import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventSchemas } from './all-events'
import { toAsyncApi } from './asyncapi'
import { findBreaks } from './schema-change'

const folder = join(import.meta.dirname, '../blessed/events')
const schemas = eventSchemas()

const writeJson = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

// Set by `npm run release`: what the release promises replaces what the last one promised.
function bless() {
  mkdirSync(folder, { recursive: true })
  for (const [subject, schema] of schemas) writeJson(join(folder, `${subject}.json`), schema)
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string
  }
  writeJson(join(folder, '../asyncapi.json'), toAsyncApi({ title: 'Cascade events', version }))
}

const readBlessed = () =>
  readdirSync(folder).map(file => ({
    subject: basename(file, '.json'),
    schema: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>,
  }))

describe('the events of the contracts', () => {
  it('the schemas of events include every event that the contracts define', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    const sources = files.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    const subjects = sources.flatMap(file =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/defineEvent\(\s*'([^']+)'/g)].map(
        ([, subject]) => subject,
      ),
    )
    expect([...schemas.keys()].sort()).toEqual(subjects.sort())
  })

  it('break no consumer of the last release', () => {
    const breaks = readBlessed().flatMap(({ subject, schema }) => {
      const present = schemas.get(subject)
      return present ? findBreaks(subject, schema, present) : [`Consumers of ${subject} break: it is no longer sent.`]
    })
    expect(breaks).toEqual([])
    if (process.env.CONTRACTS === 'bless') bless()
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventSchemas } from './all-events'

describe('the schemas of events', () => {
  it('include every event that the contracts define', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    const sources = files.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    const subjects = sources.flatMap(file =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^(?! \*).*defineEvent\(\s*'([^']+)'/gm)].map(
        ([, subject]) => subject,
      ),
    )
    expect([...eventSchemas().keys()].sort()).toEqual(subjects.sort())
  })
})

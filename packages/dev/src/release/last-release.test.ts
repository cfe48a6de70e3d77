import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEndpoints, toOpenApi } from '@cascade/contracts'
import { eventSchemas } from '@cascade/contracts/asyncapi'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { repository } from '../build/packages'
import { findApiBreaks, findEventBreaks, findOasdiff } from './breaks'
import { unpackLastRelease } from './last-release'

const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }
/** Set by `npm run release`, which stores there what the next release is compared with. */
const stored = process.env.RELEASE_FOLDER
let folder: string

const oasdiff = await findOasdiff(console.log)
if ('reason' in oasdiff) {
  if (stored) throw new Error(oasdiff.reason)
  console.log(oasdiff.reason)
}
const program = 'program' in oasdiff ? oasdiff.program : ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cascade-release-'))
  await unpackLastRelease(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readLast = <T>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
const store = (name: string, value: object) => stored && writeFileSync(join(stored, name), JSON.stringify(value))

/** Patterns of past days depend on today, so every document is of one day. */
function presentApi(): object {
  vi.useFakeTimers({ now: new Date('2026-01-15'), toFake: ['Date'] })
  const document = toOpenApi(allEndpoints, {}, { title: 'Cascade', version })
  vi.useRealTimers()
  return JSON.parse(JSON.stringify(document)) as object
}

describe('the last release', () => {
  it.skipIf(!program)('has no clients that break', async () => {
    const present = presentApi()
    expect(await findApiBreaks(program, readLast('openapi.json'), present)).toEqual([])
    store('openapi.json', present)
  })

  it.skipIf(!program)('has no consumers of events that break', async () => {
    const present = Object.fromEntries(eventSchemas())
    expect(await findEventBreaks(program, readLast('events.json'), present)).toEqual([])
    store('events.json', present)
  })
})

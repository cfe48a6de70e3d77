import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints, toOpenApi } from '@cascade/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { repository } from '../build/packages'
import { findApiBreaks, findOasdiff } from './oasdiff'

type Schema = { properties: Record<string, Record<string, unknown>>; required: string[] }
type Content = { content: { 'application/json': { schema: Schema } } }
type Operation = { parameters: object[]; requestBody: Content; responses: Record<string, Content> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: { reason: { enum: string[] } } }> }
}

const file = join(repository, 'packages/contracts/blessed/openapi.json')
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }
const isRelease = process.env.CONTRACTS === 'bless'
let present: Document

/** Patterns of past days depend on today, so every document is of one day. */
beforeAll(() => {
  vi.useFakeTimers({ now: new Date('2026-01-15'), toFake: ['Date'] })
  present = JSON.parse(JSON.stringify(toOpenApi(allEndpoints, {}, { title: 'Cascade', version }))) as Document
  vi.useRealTimers()
})
afterAll(() => {
  vi.useRealTimers()
})

const oasdiff = await findOasdiff(console.log)
if ('reason' in oasdiff) {
  if (isRelease) throw new Error(oasdiff.reason)
  console.log(oasdiff.reason)
}
const program = 'program' in oasdiff ? oasdiff.program : ''

async function breaksOf(change: (document: Document) => void): Promise<string[]> {
  const before = { ...present, paths: { '/time/create': present.paths['/time/create'] ?? {} } }
  const changed = structuredClone(before)
  change(changed)
  return findApiBreaks(program, before, changed)
}
const bodyOf = (document: Document) =>
  document.paths['/time/create']?.post?.requestBody.content['application/json'].schema ?? expect.fail()
const timeOf = (document: Document) =>
  document.paths['/time/create']?.post?.responses[201]?.content['application/json'].schema.properties.data as Schema

describe.skipIf(!program)('the API', () => {
  it('the API breaks no client of the last release', async () => {
    expect(await findApiBreaks(program, JSON.parse(readFileSync(file, 'utf8')) as object, present)).toEqual([])
    if (isRelease) writeFileSync(file, `${JSON.stringify(present, null, 2)}\n`)
  })
})

describe.skipIf(!program)('findApiBreaks', () => {
  it('findApiBreaks says what breaks for whom: a new required input, a narrower type, a removed field or call', async () => {
    const required = await breaksOf(document => {
      bodyOf(document).properties.zone = { type: 'string' }
      bodyOf(document).required.push('zone')
    })
    expect(required).toEqual([
      'Clients that send the same as before to POST /time/create will get 400: added the new required request property `zone`.',
    ])
    const narrower = await breaksOf(document =>
      Object.assign(bodyOf(document).properties.timecount ?? {}, { maximum: 60 }),
    )
    expect(narrower[0]).toMatch(
      /^Clients that send the same as before to POST \/time\/create will get 400: .*`60.00`\.$/,
    )
    const removed = await breaksOf(document => delete timeOf(document).properties.timecount)
    expect(removed[0]).toMatch(/^Clients that read the response of POST \/time\/create will break: .*`data\/timecount`/)
    expect(await breaksOf(document => delete document.paths['/time/create'])).toEqual([
      'Clients that call POST /time/create will get 404: it was removed.',
    ])
  })

  it('findApiBreaks accepts an optional input, a new field of a response, a new call and a new reason', async () => {
    const breaks = await breaksOf(document => {
      bodyOf(document).properties.zone = { type: 'string' }
      timeOf(document).properties.zone = { type: 'string' }
      document.paths['/time/new'] = document.paths['/time/create'] ?? {}
      document.components.schemas.Error?.properties.reason.enum.push('NEW')
    })
    expect(breaks).toEqual([])
  })
})

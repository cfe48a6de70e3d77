import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints, endpoint, responseOf, toOpenApi } from '@cascade/contracts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { repository } from '../build/packages'
import { findApiBreaks, findOasdiff } from './oasdiff'

const file = join(repository, 'packages/contracts/blessed/openapi.json')
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }
const isRelease = process.env.CONTRACTS === 'bless'
let present: object

/** Patterns of past days depend on today, so every document is of one day. */
beforeAll(() => {
  vi.useFakeTimers({ now: new Date('2026-01-15'), toFake: ['Date'] })
  present = JSON.parse(JSON.stringify(toOpenApi(allEndpoints, {}, { title: 'Cascade', version }))) as object
  vi.useRealTimers()
})

const oasdiff = await findOasdiff(console.log)
if ('reason' in oasdiff) {
  if (isRelease) throw new Error(oasdiff.reason)
  console.log(oasdiff.reason)
}
const program = 'program' in oasdiff ? oasdiff.program : ''

const Order = z.strictObject({ lines: z.number().int().max(100) })
const SavedOrder = z.object({ orderId: z.string(), lines: z.number() })
/** A document of one call. */
const documentOf = (
  body: z.ZodType = Order,
  data: z.ZodType = SavedOrder,
  route: 'POST /orders' | 'POST /buy' = 'POST /orders',
) => {
  const about = { id: route, domain: 'games', permission: 'games.write', summary: 'Order' } as const
  return toOpenApi([endpoint({ ...about, route, body, response: responseOf(data) })], {}, { title: 'Shop', version })
}
const breaksOf = (after: object) => findApiBreaks(program, documentOf(), after)

describe.skipIf(!program)('the API', () => {
  it('breaks no client of the last release', async () => {
    expect(await findApiBreaks(program, JSON.parse(readFileSync(file, 'utf8')) as object, present)).toEqual([])
    if (isRelease) writeFileSync(file, `${JSON.stringify(present, null, 2)}\n`)
  })
})

describe.skipIf(!program)('findApiBreaks', () => {
  const senders = 'Clients that send the same as before to POST /orders will get 400'
  it('says what breaks for whom: a new required input, a narrower type, a removed field or call', async () => {
    expect(await breaksOf(documentOf(Order.extend({ zone: z.string() })))).toEqual([
      `${senders}: added the new required request property \`zone\`.`,
    ])
    expect(await breaksOf(documentOf(Order.extend({ lines: z.number().int().max(60) })))).toEqual([
      `${senders}: the \`lines\` request property's max was decreased to \`60.00\`.`,
    ])
    expect(await breaksOf(documentOf(Order, SavedOrder.omit({ orderId: true })))).toEqual([
      expect.stringMatching(/^Clients that read the response of POST \/orders will break: .*`data\/orderId`/),
    ])
    expect(await breaksOf(documentOf(Order, SavedOrder, 'POST /buy'))).toEqual([
      'Clients that call POST /orders will get 404: it was removed.',
    ])
  })

  it('accepts an optional input, a new field of a response and a new reason', async () => {
    const after = documentOf(Order.extend({ zone: z.string().optional() }), SavedOrder.extend({ zone: z.string() }))
    const { reason } = (after as AnyDocument).components.schemas.ErrorBody.properties
    reason.enum.push('NEW')
    expect(await breaksOf(after)).toEqual([])
  })
})

type AnyDocument = { components: { schemas: { ErrorBody: { properties: { reason: { enum: string[] } } } } } }

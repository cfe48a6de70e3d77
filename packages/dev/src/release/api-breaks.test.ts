import { endpoint, responseOf, toOpenApi } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findApiBreaks, findOasdiff } from './api-breaks'

const version = '1.0.0'
const oasdiff = await findOasdiff(console.log)
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

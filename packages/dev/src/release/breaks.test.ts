import { defineEvent, endpoint, responseOf, toOpenApi } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findApiBreaks, findEventBreaks, findOasdiff } from './breaks'

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

describe.skipIf(!program)('findEventBreaks', () => {
  const subject = 'shop.order.placed.v1'
  const schemaOf = (data: z.ZodType) => z.toJSONSchema(defineEvent(subject, data), { io: 'input' })
  const breaksOf = async (before: z.ZodType, after: z.ZodType) =>
    findEventBreaks(program, { [subject]: schemaOf(before) }, { [subject]: schemaOf(after) })
  const Order = z.object({
    orderId: z.string(),
    state: z.enum(['open', 'paid']),
    lines: z.array(z.number()),
    tax: z.number().max(9),
  })
  const one = z.object({ kind: z.literal('one'), first: z.string() })
  const two = z.object({ kind: z.literal('two'), second: z.number() })

  it.each([
    ['a removed field', Order, Order.omit({ orderId: true }), 'removed the required property `data/orderId`'],
    [
      'another type in a list',
      Order,
      Order.extend({ lines: z.array(z.string()) }),
      'changed from `number` to `string`',
    ],
    ['a larger bound', Order, Order.extend({ tax: z.number().max(99) }), 'max was increased'],
    ['a field that may be absent', Order, Order.partial({ orderId: true }), '`data/orderId` became optional'],
    ['another value', Order, Order.extend({ state: z.enum(['open', 'sent']) }), 'added the new `sent` enum value'],
    ['another alternative', z.union([one]), z.union([one, two]), 'to the `data` response property'],
    ['a removed field of an alternative', z.union([one, two]), z.union([two, one.omit({ first: true })]), '/first`'],
  ])('rejects %s', async (_, before, after, what) => {
    const [sentence, ...others] = await breaksOf(before, after)
    expect([sentence, others]).toEqual([expect.stringContaining(what), []])
    expect(sentence).toMatch(/^Consumers of shop\.order\.placed\.v1 break: /)
  })

  it('rejects the end of an event', async () => {
    const before = { [subject]: schemaOf(Order) }
    expect(await findEventBreaks(program, before, {})).toEqual([`Consumers of ${subject} break: it is no longer sent.`])
  })

  it('accepts a new kind, a new field, the same schema, and alternatives in another order', async () => {
    const kindsOf = (...kinds: string[]) => z.object({ kind: z.enum(kinds) })
    expect(await breaksOf(kindsOf('transfer'), kindsOf('transfer', 'reversal'))).toEqual([])
    const wider = Order.extend({ note: z.string(), place: z.string().optional() })
    expect(await breaksOf(Order, wider)).toEqual([])
    expect(await breaksOf(Order, Order)).toEqual([])
    expect(await breaksOf(z.union([one, two]), z.union([two, one.extend({ note: z.string() })]))).toEqual([])
  })
})

type AnyDocument = { components: { schemas: { ErrorBody: { properties: { reason: { enum: string[] } } } } } }

import { defineEvent } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findBreaks } from './event-breaks'

const subject = 'shop.order.placed.v1'
const schemaOf = (data: z.ZodType) => z.toJSONSchema(defineEvent(subject, data), { io: 'output' }) as object as never
const breaksOf = (before: z.ZodType, after: z.ZodType) => findBreaks(subject, schemaOf(before), schemaOf(after))
const Order = z.object({ orderId: z.string(), state: z.enum(['open', 'paid']), lines: z.array(z.number()) })

describe('findBreaks', () => {
  it('rejects a removed field and says who breaks', () => {
    expect(breaksOf(Order, Order.omit({ orderId: true }))).toEqual([
      'Consumers of shop.order.placed.v1 break: the field event.data.orderId was removed.',
    ])
  })

  it('rejects a changed type, also inside a list', () => {
    expect(breaksOf(Order, Order.extend({ lines: z.array(z.string()) }))).toEqual([
      'Consumers of shop.order.placed.v1 break: the type of event.data.lines[] changed from "number" to "string".',
    ])
  })

  it('rejects a required field that became optional', () => {
    expect(breaksOf(Order, Order.partial({ orderId: true }))).toEqual([
      'Consumers of shop.order.placed.v1 break: the field event.data.orderId may be absent now.',
    ])
  })

  it('rejects other values of an enumeration', () => {
    expect(breaksOf(Order, Order.extend({ state: z.enum(['open', 'sent']) }))).toEqual([
      'Consumers of shop.order.placed.v1 break: event.data.state is never "paid" now.',
      'Consumers of shop.order.placed.v1 break: event.data.state may be "sent" now.',
    ])
  })

  it('accepts alternatives in another order and rejects others', () => {
    const one = z.object({ kind: z.literal('one'), first: z.string() })
    const two = z.object({ kind: z.literal('two'), second: z.number() })
    const three = z.object({ kind: z.literal('three') })
    expect(breaksOf(z.union([one, two]), z.union([two, one.extend({ note: z.string() })]))).toEqual([])
    expect(breaksOf(z.union([one, two]), z.union([two, one.omit({ first: true })]))).toEqual([
      'Consumers of shop.order.placed.v1 break: the field event.data.first was removed.',
    ])
    expect(breaksOf(z.union([one, two]), z.union([one, two, three]))).toEqual([
      'Consumers of shop.order.placed.v1 break: event.data had 2 alternatives in anyOf and has 3.',
    ])
  })

  it('accepts a new field, required or optional, and the same schema', () => {
    expect(breaksOf(Order, Order.extend({ note: z.string(), tax: z.number().optional() }))).toEqual([])
    expect(breaksOf(Order, Order)).toEqual([])
  })
})

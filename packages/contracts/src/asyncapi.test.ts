import { Parser } from '@asyncapi/parser'
import { describe, expect, it } from 'vitest'
import { allEvents } from './all-events'
import { eventSchemas, messageOf, toAsyncApi } from './asyncapi'
import { withheldEventTypes } from './event'

const document = toAsyncApi({ title: 'Cascade events', version: '1.0.0' })

describe('the AsyncAPI document', () => {
  it('is valid for the official parser', async () => {
    const { diagnostics } = await new Parser().parse(JSON.stringify(document))
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([])
  })

  it('has a valid example, a summary and a promise for every event', () => {
    for (const event of allEvents) {
      const type = event.shape.type.value
      const { address, title, description } = document.channels[type] ?? expect.fail(type)
      expect(address).toMatch(type.startsWith('gateway.') ? `cascade.${type}` : /^\/internal\/feed/)
      expect(title, type).not.toBe(type)
      expect(description).toMatch(
        type.startsWith('gateway.') ? /any order/ : /without a gap.*At least once.*first event/,
      )
      expect(event.safeParse(messageOf(document, type)?.examples[0]?.payload).error, type).toBeUndefined()
    }
  })

  it('says which feed call returns an event, and where its number is announced', () => {
    expect(document.channels['credit.transfer.recorded.v1']?.description).toContain(
      '`POST /internal/feed/credit` of svc-accounts',
    )
    expect(document.channels['credit.transfer.recorded.v1']?.description).toContain('`cascade.head.accounts.credit`')
    expect(document.channels['live.draw.resulted.v1']?.description).toContain('`POST /internal/feed` of svc-live')
  })

  it('says which events are withheld from other teams: those with addresses of operators, beside the call of a booking', () => {
    const entries = Object.entries(document.channels).filter(([type]) => !type.startsWith('gateway.'))
    const schemas = eventSchemas()
    const withoutCall = (field: string, value: unknown) => (field === 'call' ? undefined : value)
    const textOf = (type: string) => JSON.stringify(schemas.get(type), withoutCall)
    const carriers = entries.filter(([type]) => textOf(type).includes('ipAddress'))
    expect(carriers.map(([type]) => type)).toEqual(withheldEventTypes)
    for (const [, { description }] of carriers) expect(description).toContain('without `actor` and `data`')
  })

  it('covers events whose schemas have no references, as the comparison with the last release follows none', () => {
    expect(JSON.stringify([...eventSchemas().values()])).not.toContain('$ref')
  })

  it('has a named schema for each payload', () => {
    for (const { payload } of Object.values(document.components.messages))
      expect(document.components.schemas).toHaveProperty([payload.$ref.split('/').at(-1) ?? '', 'properties', 'data'])
  })
})

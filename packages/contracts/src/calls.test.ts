import { describe, expect, it } from 'vitest'
import { accountEndpoints } from './accounts'
import { allEndpoints, exampleOf } from './calls'

/** The gateway writes the audit entry of sign-ins and browsers' activities itself; telemetry changes nothing. */
const withoutAudit = [
  'gateway.session.open',
  'gateway.session.prove',
  'gateway.session.assert',
  'gateway.session.renew',
  'gateway.activity.create',
  'gateway.vitals.report',
  'gateway.traces.report',
]

describe('the list of endpoints', () => {
  it('contains the 115 account calls of the specification, and the restoration of each level', () => {
    expect(accountEndpoints).toHaveLength(72 + 40 + 3 + 9)
  })

  it('contains every call once, by id and by method and path', () => {
    const ids = allEndpoints.map(endpoint => endpoint.id)
    const calls = allEndpoints.map(endpoint => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('declares who may call every endpoint', () => {
    for (const { id, roles } of allEndpoints)
      expect(roles === 'any' || roles === 'public' || roles.length > 0, id).toBe(true)
  })

  it('lists a static path before a parameter that would match it', () => {
    const swallowed = allEndpoints.flatMap((later, at) =>
      allEndpoints
        .slice(0, at)
        .filter(earlier => earlier.method === later.method && matches(earlier.path, later.path))
        .map(earlier => `${earlier.path} swallows ${later.path}`),
    )
    expect(swallowed).toEqual([])
  })

  it('has ids of the form <domain>.<entity>.<verb>', () => {
    for (const { id, domain } of allEndpoints)
      expect(id).toMatch(new RegExp(`^${domain}\\.[a-z][A-Za-z]*\\.[a-z][A-Za-z]*$`))
  })

  it('has audit wording for every endpoint that changes something', () => {
    const audited = allEndpoints.filter(({ id, method }) => method !== 'GET' && !withoutAudit.includes(id))
    expect(audited.filter(({ audit }) => !audit).map(({ id }) => id)).toEqual([])
    const sent = { params: {}, query: {}, body: {} }
    for (const { id, audit } of audited) expect(audit?.(sent).subject.length, id).toBeLessThan(60)
  })

  it('has the status 201 only where the verb is create', () => {
    const creating = allEndpoints.filter(({ status }) => status === 201).map(({ id }) => id)
    for (const id of creating) expect(id).toMatch(/\.create$/)
  })
})

describe('the example', () => {
  it.each(allEndpoints.map(endpoint => [endpoint.id, endpoint] as const))(
    'of %s fits the schemas of request and response',
    (_id, endpoint) => {
      const { params, query, body, response } = exampleOf(endpoint)
      expect(endpoint.params.safeParse(params).error).toBeUndefined()
      expect(endpoint.query.safeParse(query).error).toBeUndefined()
      expect(endpoint.body.safeParse(body).error).toBeUndefined()
      // A field that the schema strips would never reach a caller.
      expect(endpoint.response.parse(response)).toEqual(response)
    },
  )
})

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const actual = path.split('/')
  return expected.length === actual.length && expected.every((part, i) => part.startsWith(':') || part === actual[i])
}

import { describe, expect, it } from 'vitest'
import { accountEndpoints } from './accounts'
import { allEndpoints, exampleOf } from './calls'

/** Two the gateway writes down itself, because only it knows by whom or what; figures of pages change nothing. */
const tellThemselves = ['gateway.session.open', 'gateway.activity.create', 'gateway.vitals.tell', 'gateway.traces.tell']

describe('endpoints', () => {
  it('has the 115 account calls of the specification', () => {
    expect(accountEndpoints).toHaveLength(72 + 40 + 3)
  })

  it('names every call once, by id and by method and path', () => {
    const ids = allEndpoints.map(endpoint => endpoint.id)
    const calls = allEndpoints.map(endpoint => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('declares who may make every call', () => {
    for (const { id, roles } of allEndpoints)
      expect(roles === 'any' || roles === 'public' || roles.length > 0, id).toBe(true)
  })

  it('puts a static path before a parameter that would swallow it', () => {
    const swallowed = allEndpoints.flatMap((later, at) =>
      allEndpoints
        .slice(0, at)
        .filter(earlier => earlier.method === later.method && matches(earlier.path, later.path))
        .map(earlier => `${earlier.path} swallows ${later.path}`),
    )
    expect(swallowed).toEqual([])
  })

  it('is called <domain>.<entity>.<verb>', () => {
    for (const { id, domain } of allEndpoints)
      expect(id).toMatch(new RegExp(`^${domain}\\.[a-z][A-Za-z]*\\.[a-z][A-Za-z]*$`))
  })

  it('has words for the activity log wherever it changes something', () => {
    const written = allEndpoints.filter(({ id, method }) => method !== 'GET' && !tellThemselves.includes(id))
    expect(written.filter(({ tell }) => !tell).map(({ id }) => id)).toEqual([])
    const sent = { params: {}, query: {}, body: {} }
    for (const { id, tell } of written) expect(tell?.(sent).subject.length, id).toBeLessThan(60)
  })

  it('answers 201 exactly where it makes something', () => {
    const made = allEndpoints.filter(({ status }) => status === 201).map(({ id }) => id)
    for (const id of made) expect(id).toMatch(/\.create$/)
  })
})

describe('what every call shows', () => {
  it.each(allEndpoints.map(endpoint => [endpoint.id, endpoint] as const))(
    '%s: takes and answers it',
    (_id, endpoint) => {
      const { params, query, body, answer } = exampleOf(endpoint)
      expect(endpoint.params.safeParse(params).error).toBeUndefined()
      expect(endpoint.query.safeParse(query).error).toBeUndefined()
      expect(endpoint.body.safeParse(body).error).toBeUndefined()
      // What the schema would drop is a field that nobody ever sees.
      expect(endpoint.answer.parse(answer)).toEqual(answer)
    },
  )
})

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i])
}

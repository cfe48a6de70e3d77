import { allEndpoints } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { createOverlapSearch } from '../request/route-table'
import { mergeDocuments, parseDocument } from './openapi'

const schema = { $ref: '#/components/schemas/Points' }
const read = { 'x-permission': 'reports.read', summary: 'Points', responses: { 200: { schema } } }
const documentOf = (paths: object) =>
  JSON.stringify({ openapi: '3.0.3', paths, components: { schemas: { Points: {} }, securitySchemes: { mine: {} } } })
const parse = (paths: object) => parseDocument(documentOf(paths), 'external.loyalty')

describe('parseDocument', () => {
  it('turns each operation into an endpoint with the roles of its permission, and an id below the name of its service', () => {
    const give = { 'x-permission': 'public', operationId: 'accounts.auth.login' }
    const { endpoints } = parse({ '/loyalty/{id}': { get: read, parameters: [] }, '/loyalty': { post: give } })
    const domain = 'external.loyalty'
    expect(endpoints).toMatchObject([
      { id: `${domain}.get.loyalty.id.`, domain, method: 'GET', path: '/loyalty/:id', summary: 'Points' },
      { id: `${domain}.accounts.auth.login`, method: 'POST', path: '/loyalty', roles: 'public' },
    ])
    expect(endpoints[0]?.roles).toContain('superadmin')
  })

  it.each([
    [{ '/x': { get: {} } }, 'GET /x has no x-permission'],
    [{ '/x': { get: null } }, 'GET /x has no x-permission'],
    [{ '/x': { put: { 'x-permission': 'toString' } } }, 'PUT /x has an unknown x-permission: "toString"'],
    [{ '/x/{id}.pdf': { get: read } }, 'GET /x/{id}.pdf is not a call that the gateway can forward'],
    [{ '/x': { trace: read } }, 'TRACE /x is not a call that the gateway can forward'],
    [{ '/x': [] }, 'its openapi.json is not an OpenAPI 3 document'],
    [{ [`/${'x'.repeat(400)}`]: { get: read } }, `GET /${'x'.repeat(99)} is not a call that the gateway can forward`],
  ])('rejects the paths %j with one sentence', (paths, sentence) => {
    expect(() => parse(paths)).toThrow(new Error(sentence))
  })

  it('accepts 500 operations, and rejects more, and parts without number', () => {
    const many = (count: number, item: object) =>
      parse(Object.fromEntries(Array.from({ length: count }, (_, at) => [`/x${at}`, item])))
    expect(many(500, { get: read }).endpoints).toHaveLength(500)
    expect(() => many(501, { get: read })).toThrow(new Error('its openapi.json has more than 500 operations'))
    expect(() => many(5_000, {})).toThrow(new Error('its openapi.json has more than 5000 paths and components'))
  })

  it('rejects a text that is no JSON, and a document of Swagger 2', () => {
    const parseText = (text: string) => () => parseDocument(text, 'external.loyalty')
    expect(parseText('<html>')).toThrow('its openapi.json is not JSON')
    expect(parseText('{"swagger":"2.0","paths":{}}')).toThrow('is not an OpenAPI 3 document')
  })
})

describe('the search for overlaps', () => {
  it('finds the call that also matches a path, with parameters on either side', () => {
    const find = createOverlapSearch([...allEndpoints, ...parse({ '/loyalty/{id}': { get: read } }).endpoints])
    const paths = ['/game/new', '/:a/all', '/loyalty/vip', '/loyalty', '/loyalty/a/b']
    const domains = ['games', 'accounts', 'external.loyalty', undefined, undefined]
    expect(paths.map(path => find(path)?.domain)).toEqual(domains)
  })
})

describe('mergeDocuments', () => {
  it('adds calls under their tag, with names of components that cannot meet ours', () => {
    const own = { paths: { '/ours': {} }, components: { schemas: { Points: 'ours' }, securitySchemes: {} } }
    const merged = mergeDocuments(own, [parse({ '/loyalty': { get: read } })])
    const $ref = '#/components/schemas/loyalty.Points'
    expect(merged.components).toEqual({ schemas: { Points: 'ours', 'loyalty.Points': {} }, securitySchemes: {} })
    expect(merged.paths).toMatchObject({
      '/ours': {},
      '/loyalty': { get: { tags: ['loyalty'], responses: { 200: { schema: { $ref } } } } },
    })
  })
})

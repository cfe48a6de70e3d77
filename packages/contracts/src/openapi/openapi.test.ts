import { describe, expect, it } from 'vitest'
import { allEndpoints, allExamples } from '../calls'
import { pastDatePattern, pastMomentPattern } from '../values/days'
import { toOpenApi } from './openapi'
import { toOperationId } from './operation'

type Operation = {
  operationId: string
  description: string
  security?: unknown[]
  responses: Record<string, unknown>
  parameters: { name: string; schema: { pattern?: string } }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> }
}
type Operations = Record<string, Operation>
type Document = { openapi: string; info: { description: string }; paths: Record<string, Operations> }

const written = toOpenApi(allEndpoints, allExamples(), { title: 'Cascade', version: '1.0.0' })
const document = followReferences(written, written) as Document
const operations = Object.values(document.paths).flatMap(path => Object.values(path))

describe('toOpenApi', () => {
  it('describes every call once', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      allEndpoints.map(({ id }) => toOperationId(id)).sort(),
    )
  })

  it('requires a token for every call but the public ones', () => {
    const open = operations.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId)
    expect(open.sort()).toEqual(
      allEndpoints.flatMap(({ id, roles }) => (roles === 'public' ? [toOperationId(id)] : [])).sort(),
    )
  })

  it('contains path and query parameters, bodies and responses', () => {
    const edit = document.paths['/admins/{id}']?.put
    expect(edit?.parameters.map(({ name }) => name)).toEqual(['id'])
    expect(edit).toHaveProperty('requestBody.content.application/json.schema.properties')
    expect(document.paths['/auth/second-factor']?.post?.responses).toHaveProperty(
      '200.content.application/json.schema.anyOf.0.properties.token',
    )
  })

  it('has the constraints of the service: decimals, past dates, sort fields, page sizes', () => {
    const create = document.paths['/player/create']?.post
    const fields = 'requestBody.content.application/json.schema.properties'
    expect(create).toHaveProperty(`${fields}.commission.multipleOf`, 0.01)
    expect(create).toHaveProperty(`${fields}.dateOfBirth.format`, 'date')
    expect(create).toHaveProperty(`${fields}.dateOfBirth.pattern`, pastDatePattern())
    const parameters = (document.paths['/player/all']?.get?.parameters ?? []) as { name: string; schema: object }[]
    const schemaOf = (name: string) => parameters.find(each => each.name === name)?.schema
    expect(schemaOf('sort')).toMatchObject({ enum: expect.arrayContaining(['username', 'walletBalance']) })
    expect(schemaOf('size')).toMatchObject({ minimum: 1, maximum: 1000 })
  })

  it('lists every status that a call may return', () => {
    const statuses = (path: string, method: string) => {
      const { description = '', responses = {} } = document.paths[path]?.[method] ?? {}
      expect(responses.default).toHaveProperty('content.application/json.schema.properties.code')
      const [, errors = ''] = /Errors: ([\d, ]+)\./.exec(description) ?? []
      return [...Object.keys(responses).filter(status => status !== 'default'), ...errors.split(', ').filter(Boolean)]
    }
    expect(document.info.description).toContain('each may answer 400, 429, 500 and 503, and with a token 401 and 403.')
    expect(statuses('/player/all', 'get')).toEqual(['200'])
    expect(statuses('/player/{id}', 'get')).toContain('404')
    expect(statuses('/reports/transactionreport', 'get')).toContain('404')
    expect(statuses('/player/credit-transfer', 'post')).toEqual('200 202 404 409 413 422'.split(' '))
    expect(statuses('/auth/login', 'post')).toEqual(expect.arrayContaining(['401', '403']))
  })

  it('has a response example of every call, or says that the response is a file', () => {
    const fileOf = new Map(allEndpoints.map(({ id, fileType }) => [toOperationId(id), fileType]))
    for (const { operationId, responses } of operations) {
      const success = Object.values(responses)[0]
      const file = fileOf.get(operationId)
      if (file) expect(success).toHaveProperty(['content', file, 'schema', 'format'], 'binary')
      else expect(success, operationId).toHaveProperty('content.application/json.example.success', true)
    }
  })

  it('has a request example of every call with a body, uploads included', () => {
    for (const { operationId, requestBody } of operations) {
      const content = Object.values(requestBody?.content ?? {})
      expect(content.map(({ example }) => typeof example)).toEqual(content.map(() => 'object'))
      if (operationId === 'gamesGameCreate') expect(requestBody?.content).toHaveProperty('multipart/form-data')
    }
  })

  it('marks a body as optional if every field of it is', () => {
    const required = (id: string) => operations.find(each => each.operationId === id)?.requestBody?.required
    expect([required('gamesGameUpdate'), required('gamesTimeCreate')]).toEqual([false, true])
  })

  it('describes the limits of amounts, timestamps and texts', () => {
    const body = (path: string) => document.paths[path]?.post?.requestBody?.content['application/json']?.schema
    expect(body('/live/addbalance')).toHaveProperty('oneOf.0.properties.balance.maximum', 10_000_000_000)
    const targets = ['adminId', 'gameId', 'everything'].map(name => ({ required: [name] }))
    expect(body('/live/stop')).toHaveProperty('anyOf', targets)
    const schemaOf = (path: string, name: string) =>
      document.paths[path]?.get?.parameters.find(each => each.name === name)?.schema
    expect(schemaOf('/reports/weeks', 'asOf')).toMatchObject({ type: 'string', pattern: pastMomentPattern() })
    expect(schemaOf('/history/gamehistory', 'sort')).toEqual({ type: 'string', enum: ['timeopen'] })
    expect(new RegExp(schemaOf('/logs/activityLogs', 'q')?.pattern ?? '').test('a\u0000')).toBe(false)
  })
})

describe('the OpenAPI document for generators of clients', () => {
  const { schemas = {}, ...others } = (written as { components: Record<string, Record<string, object>> }).components

  it('has named schemas, which all bodies refer to', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'Account',
        'CreditTransferInput',
        'ErrorBody',
        'Game',
        'PlayTicket',
        'DrawRecord',
        'Run',
      ]),
    )
    const inline = [
      ...JSON.stringify([written.paths, others]).matchAll(/"application\/json":\{"schema":\{(?!"\$ref")/g),
    ]
    expect(inline).toEqual([])
  })

  it('has names that are identifiers, and that no two components share', () => {
    const names = [schemas, others.responses, others.requestBodies, others.parameters].flatMap(each =>
      Object.keys(each ?? {}),
    )
    expect(names.filter(name => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(operations.filter(({ operationId }) => !/^[a-z][A-Za-z0-9]*$/.test(operationId))).toEqual([])
  })

  it('has no component that nothing refers to', () => {
    const text = JSON.stringify(written)
    const unused = Object.keys(schemas).filter(name => !text.includes(`"#/components/schemas/${name}"`))
    expect(unused).toEqual([])
  })

  it('has no closed object within an intersection, which no value would fit', () => {
    expect(JSON.stringify(schemas)).not.toMatch(/"allOf":\[\{"(?:type|\$ref)/)
  })
})

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
}

/** Paths of all properties below a schema that have no description. */
function undescribed(schema: Schema, path: string): string[] {
  const { properties = {}, items, anyOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(property.description ? [] : [`${path}.${name}`]),
      ...(name === 'description' ? [] : undescribed(property, `${path}.${name}`)),
    ]),
    ...(items ? undescribed(items, `${path}[]`) : []),
    ...anyOf.flatMap(each => undescribed(each, path)),
  ]
}

describe('descriptions in the OpenAPI document', () => {
  it('cover every field of a record, of its keys and seeds, and of the proof of a ticket', () => {
    const answerOf = (path: string) => {
      const response = document.paths[path]?.get?.responses['200'] as {
        content: Record<string, { schema: Required<Schema> }>
      }
      return response.content['application/json']?.schema.properties ?? {}
    }
    const record = answerOf('/live/record/{drawId}').data?.properties ?? {}
    const { data, seeds } = answerOf('/live/keys')
    const { proof } = answerOf('/history/getdetailsbyticketid')
    for (const [name, schema] of Object.entries({ ...record, keyList: data, seedList: seeds, proof })) {
      expect(Object.keys(schema ?? {}).length, name).toBeGreaterThan(0)
      expect(undescribed(schema as Schema, name)).toEqual([])
    }
  })
})

/** The document with every reference replaced by what it refers to. */
function followReferences(part: unknown, root: unknown): unknown {
  if (Array.isArray(part)) return part.map(each => followReferences(each, root))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...own } = part as { $ref?: string }
  const followed = Object.fromEntries(Object.entries(own).map(([name, each]) => [name, followReferences(each, root)]))
  if ($ref === undefined) return followed
  const target = $ref
    .split('/')
    .slice(1)
    .reduce((at, name) => (at as Record<string, unknown>)[name], root)
  return { ...(followReferences(target, root) as object), ...followed }
}

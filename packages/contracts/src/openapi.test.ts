import { describe, expect, it } from 'vitest'
import { allEndpoints } from './all-endpoints'
import { allExamples } from './all-examples'
import { toOpenApi } from './openapi'

type Operation = {
  operationId: string
  security: unknown[]
  responses: Record<string, unknown>
  parameters: { name: string }[]
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

const document = toOpenApi(allEndpoints, allExamples, { title: 'Cascade', version: '1.0.0' }) as Document
const operations = Object.values(document.paths).flatMap(path => Object.values(path))

describe('toOpenApi', () => {
  it('describes every call once', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(allEndpoints.map(({ id }) => id).sort())
  })

  it('asks for a token everywhere but on public calls', () => {
    const open = operations.filter(({ security }) => security.length === 0).map(({ operationId }) => operationId)
    expect(open.sort()).toEqual(allEndpoints.flatMap(({ id, roles }) => (roles === 'public' ? [id] : [])).sort())
  })

  it('names path and query parameters, bodies and answers', () => {
    const edit = document.paths['/admins/{id}']?.put
    expect(edit?.parameters.map(({ name }) => name)).toEqual(['id', 'id', 'role'])
    expect(edit).toHaveProperty('requestBody.content.application/json.schema.properties')
    expect(document.paths['/auth/login']?.post?.responses).toHaveProperty(
      '200.content.application/json.schema.properties.token',
    )
  })
})

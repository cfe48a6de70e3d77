import { describe, expect, it } from 'vitest'
import { allEndpoints } from './all-endpoints'
import { allExamples } from './all-examples'

describe('every call', () => {
  it('has an example, in `examples.ts` of its domain', () => {
    expect(allEndpoints.filter(({ id }) => !allExamples[id]).map(({ id }) => id)).toEqual([])
  })

  it.each(allEndpoints.map(endpoint => [endpoint.id, endpoint] as const))(
    '%s: takes and answers it',
    (id, endpoint) => {
      const { params = {}, query = {}, body = {}, answer } = allExamples[id] ?? { answer: undefined }
      expect(endpoint.params.safeParse(params).error).toBeUndefined()
      expect(endpoint.query.safeParse(query).error).toBeUndefined()
      expect(endpoint.body.safeParse(body).error).toBeUndefined()
      // What the schema would drop is a field that nobody ever sees.
      expect(endpoint.answer.parse(answer)).toEqual(answer)
    },
  )

  it('gives no example of a call that is not there', () => {
    const ids = new Set(allEndpoints.map(({ id }) => id))
    expect(Object.keys(allExamples).filter(id => !ids.has(id))).toEqual([])
  })
})

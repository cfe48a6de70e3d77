import { Hono } from 'hono'
import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { AppError, busy, methodNotAllowed, outcomeUnknown } from '../runtime/errors'
import { silentLogger } from '../testing'
import { handleErrors } from './error-response'
import { freshRequestId } from './request-id'

async function answerTo(error: unknown) {
  const app = new Hono<{ Variables: { requestId: string } }>()
  handleErrors(app, { logger: silentLogger, endpointOf: () => undefined })
  app.use(freshRequestId)
  app.get('/', () => {
    throw error
  })
  const response = await app.request('/')
  return { status: response.status, headers: response.headers, body: (await response.json()) as object }
}

const labelled = (label: string) => {
  const error = new MongoError('secret host:27017')
  error.addErrorLabel(label)
  return error
}

describe('an error response', () => {
  it('contains code, reason, field errors and retry-after', async () => {
    const rejection = new AppError('VALIDATION', 'Not enough.', { reason: 'INSUFFICIENT', errors: { amount: 'x' } })
    const { status, body } = await answerTo(rejection)
    expect(status).toBe(400)
    expect(body).toEqual({
      success: false,
      code: 'VALIDATION',
      reason: 'INSUFFICIENT',
      message: 'Not enough.',
      errors: { amount: 'x' },
      requestId: expect.any(String),
    })
    const away = await answerTo(busy(3, 'SERVICE_AWAY'))
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '3'])
    expect((await answerTo(methodNotAllowed(['GET', 'PUT']))).headers.get('allow')).toBe('GET, PUT')
  })

  it('names the transfer of an unknown outcome and has no retry-after', async () => {
    const { status, headers, body } = await answerTo(outcomeUnknown({ transferId: 't1', reason: 'TIMED_OUT' }))
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'OUTCOME_UNKNOWN', transferId: 't1', reason: 'TIMED_OUT' })
    expect(headers.has('retry-after')).toBe(false)
  })

  it.each([
    ['no server answers', new MongoServerSelectionError('secret host:27017', {} as never)],
    ['the connection breaks', new MongoNetworkError('secret host:27017')],
    ['the server steps down', new MongoServerError({ code: 10107, message: 'secret host:27017' })],
    ['the operation timed out', new MongoServerError({ code: 50, message: 'secret host:27017' })],
    ['a transaction may be retried', labelled('TransientTransactionError')],
  ])("is a 503 without the driver's message when the database is unavailable (%s)", async (_, error) => {
    const { status, headers, body } = await answerTo(error)
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    expect(body).toMatchObject({ code: 'UNAVAILABLE', reason: 'DATABASE_AWAY' })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  it('reports an unknown outcome for a commit without a response', async () => {
    const { status, body } = await answerTo(labelled('UnknownTransactionCommitResult'))
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'OUTCOME_UNKNOWN' })])
  })

  it('reveals nothing of an unexpected error', async () => {
    const { status, body } = await answerTo(new Error('secret'))
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('secret')
  })
})

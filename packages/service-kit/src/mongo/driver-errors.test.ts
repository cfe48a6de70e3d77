import { MongoBulkWriteError, MongoServerError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { isTransient } from './driver-errors'

describe('a fault that the next attempt may not meet', () => {
  it('is a socket that the server has left, as Node tells it', () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
    expect(isTransient(ended)).toBe(true)
  })

  it('is a cleared pool that a bulk write reports in an error of its own', () => {
    const message =
      'Connection pool for 127.0.0.1:1 was cleared because another operation failed with: "read ECONNRESET"'
    const wrapped = new MongoBulkWriteError({ message, code: undefined as never, writeErrors: [] }, {} as never)
    expect(isTransient(wrapped)).toBe(true)
    const duplicate = { message: 'E11000 duplicate key', code: 11000, writeErrors: [] }
    expect(isTransient(new MongoBulkWriteError(duplicate, {} as never))).toBe(false)
  })

  it('is a conflict, and not a row that is refused', () => {
    expect(isTransient(new MongoServerError({ code: 112, message: 'WriteConflict' }))).toBe(true)
    expect(isTransient(new MongoServerError({ code: 121, message: 'Document failed validation' }))).toBe(false)
    expect(isTransient(new Error('anything else'))).toBe(false)
  })
})

import { MongoBulkWriteError, MongoServerError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { isTransient } from './driver-errors'

describe('a transient error', () => {
  it('a transient error is a socket that the server has closed', () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
    expect(isTransient(ended)).toBe(true)
  })

  it('a transient error is a cleared pool reported by a bulk write, but not a duplicate key', () => {
    const message =
      'Connection pool for 127.0.0.1:1 was cleared because another operation failed with: "read ECONNRESET"'
    const wrapped = new MongoBulkWriteError({ message, code: undefined as never, writeErrors: [] }, {} as never)
    expect(isTransient(wrapped)).toBe(true)
    const duplicate = { message: 'E11000 duplicate key', code: 11000, writeErrors: [] }
    expect(isTransient(new MongoBulkWriteError(duplicate, {} as never))).toBe(false)
  })

  it('a transient error is a write conflict, but not a failed validation', () => {
    expect(isTransient(new MongoServerError({ code: 112, message: 'WriteConflict' }))).toBe(true)
    expect(isTransient(new MongoServerError({ code: 121, message: 'Document failed validation' }))).toBe(false)
    expect(isTransient(new Error('anything else'))).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode, messageOf } from './api-error'

const errorWith = (status: number, code: ApiErrorCode, message: string) => new ApiError({ status, code, message })

describe('messageOf', () => {
  it("returns the server's message rather than the screen's", () => {
    expect(messageOf(errorWith(409, 'CONFLICT', 'Taken.'), 'Failed to create.')).toBe('Taken.')
    expect(messageOf(errorWith(500, 'INTERNAL', ''), 'Failed to create.')).toBe('Failed to create.')
  })

  it("returns the screen's message after a network failure, and a general one without a fallback", () => {
    const lost = errorWith(0, 'NETWORK', 'An unexpected error occurred')
    expect(messageOf(lost, 'Failed to create.')).toBe('Failed to create.')
    expect(messageOf(lost)).toBe('An unexpected error occurred')
    expect(messageOf(new Error('a secret of the code'))).toBe('Something went wrong')
  })

  it('always says that nothing was sent or that the browser is offline', () => {
    expect(messageOf(errorWith(0, 'NOT_SENT', 'Nothing was sent.'), 'Failed to create.')).toBe('Nothing was sent.')
    expect(messageOf(errorWith(0, 'OFFLINE', 'You are offline.'), 'Failed to load.')).toBe('You are offline.')
  })
})

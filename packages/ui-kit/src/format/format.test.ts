import { describe, expect, it } from 'vitest'
import { formatAge } from './format'

describe('a duration', () => {
  it.each([
    [0, '0 seconds ago'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [725, '12 minutes ago'],
    [7_199, '1 hour ago'],
    [90_000, '1 day ago'],
  ])('of %i seconds is formatted as %s', (seconds, text) => {
    expect(formatAge(seconds)).toBe(text)
  })
})

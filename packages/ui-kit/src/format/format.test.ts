import { expect, it } from 'vitest'
import { formatAge } from './format'

it.each([
  [0, '0 seconds ago'],
  [1, '1 second ago'],
  [59, '59 seconds ago'],
  [725, '12 minutes ago'],
  [7_199, '1 hour ago'],
  [90_000, '1 day ago'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(formatAge(seconds)).toBe(text)
})

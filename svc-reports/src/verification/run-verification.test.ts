import { describe, expect, it } from 'vitest'
import { restMsAfter } from './run-verification'

const minutes = 60_000

describe('the verification loop', () => {
  it.each([
    ['a short verification', 100, 0.9, 2],
    ['a long one at rest', 84_000, 0.1, 2],
    ['one that took ten seconds under load', 10_000, 0.9, 200 / 60],
    ['a long one under load', 84_000, 0.9, 10],
    ['one of hours', 7_200_000, 1, 10],
  ])('rests within bounds after %s', (_name, tookMs, utilization, restMinutes) => {
    expect(restMsAfter(tookMs, utilization)).toBeCloseTo(restMinutes * minutes)
  })
})

import { describe, expect, it } from 'vitest'
import { drawNumber } from './play-table'

const everyMinute = [{ version: 1, fromMs: 0, intervalSeconds: 60, lockSeconds: 5 }]
const at = (text: string) => Date.parse(text)

describe('the number of a draw in its day', () => {
  it.each([
    ['2026-03-01T18:30:00Z', 1],
    ['2026-03-01T18:31:00Z', 2],
    ['2026-03-01T18:29:00Z', 1440],
    ['2026-03-02T04:30:00Z', 601],
  ])('counts from midnight in the business zone: %s', (moment, number) => {
    expect(drawNumber(everyMinute, at(moment), 'Asia/Kolkata')).toBe(number)
  })

  it('follows the interval of its time for a past draw, whatever changes later', () => {
    const changed = [
      ...everyMinute,
      { version: 2, fromMs: at('2026-03-01T10:00:00Z'), intervalSeconds: 10, lockSeconds: 1 },
    ]
    expect(drawNumber(changed, at('2026-03-01T10:00:00Z'), 'UTC')).toBe(601)
    expect(drawNumber(changed, at('2026-03-01T10:00:10Z'), 'UTC')).toBe(3602)
  })
})

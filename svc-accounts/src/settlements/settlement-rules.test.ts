import { addDays } from '@cascade/service-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultCodeOf } from '../testing/code-of'
import { nextPeriod, requireClosable } from './settlement-rules'

const zone = 'Asia/Kolkata'
const at = (text: string) => ({ now: new Date(text), zone })
/** Midnight of Monday 2 March in India, and the five minutes of grace. */
const early = at('2026-03-01T18:34:00Z')
const late = at('2026-03-01T18:36:00Z')

describe('a week', () => {
  it('can be closed five minutes after its Sunday in the business time zone', () => {
    expect(nextPeriod(undefined, early)).toMatchObject({ to: '2026-02-22' })
    expect(nextPeriod(undefined, late)).toEqual({ from: '2026-02-23', to: '2026-03-01', isOver: true })
    expect(resultCodeOf(() => requireClosable('2026-03-01', undefined, early))).toBe('CONFLICT')
    expect(requireClosable('2026-03-01', undefined, late)).toEqual({ from: '2026-02-23', to: '2026-03-01' })
  })

  it('is closed once and in order, whatever is asked', () => {
    const days = fc.integer({ min: -60, max: 20 }).map(count => addDays('2026-03-01', count))
    fc.assert(
      fc.property(fc.array(days, { maxLength: 60 }), requests => {
        const closed: string[] = []
        for (const to of requests) {
          const last = closed.at(-1)
          const before = last === undefined ? undefined : { from: addDays(last, -6), to: last }
          if (resultCodeOf(() => requireClosable(to, before, late)) === 'allowed') closed.push(to)
        }
        for (const [index, to] of closed.entries()) if (index > 0) expect(to).toBe(addDays(closed[index - 1] ?? '', 7))
        expect(closed.every(to => to <= '2026-03-01')).toBe(true)
      }),
    )
  })
})

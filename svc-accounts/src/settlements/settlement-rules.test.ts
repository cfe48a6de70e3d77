import type { SettlementPeriod } from '@cascade/contracts/accounts'
import { addDays } from '@cascade/service-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultCodeOf } from '../testing/code-of'
import { nextPeriod, openPeriods, requireClosable } from './settlement-rules'

const zone = 'Asia/Kolkata'
const at = (text: string, length: SettlementPeriod = 'week') => ({ now: new Date(text), zone, length })
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

  it('waits to be closed from the first play on, or after the last close', () => {
    const closed = { from: '2026-02-09', to: '2026-02-15' }
    expect(openPeriods(undefined, '9999-12-31', late)).toBeUndefined()
    expect(openPeriods(undefined, '2026-03-02', late)).toBeUndefined()
    const first = { count: 3, first: '2026-02-15', since: new Date('2026-02-15T18:30:00Z') }
    expect(openPeriods(undefined, '2026-02-15', late)).toEqual(first)
    expect(openPeriods(undefined, '2026-02-16', early)).toMatchObject({ count: 1, first: '2026-02-22' })
    expect(openPeriods(closed, '2026-01-01', late)).toMatchObject({ count: 2, first: '2026-02-22' })
    expect(openPeriods({ from: '2026-02-23', to: '2026-03-01' }, '2026-01-01', late)).toBeUndefined()
    const { since } = openPeriods(closed, '2026-01-01', { ...late, zone: 'America/St_Johns' }) ?? {}
    expect(since).toEqual(new Date('2026-02-23T03:30:00Z'))
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

describe('a daily period', () => {
  const daily = at('2026-03-04T09:00:00Z', 'day')

  it('is each day that is over, in order', () => {
    expect(nextPeriod(undefined, daily)).toEqual({ from: '2026-03-03', to: '2026-03-03', isOver: true })
    const last = requireClosable('2026-03-02', undefined, daily)
    expect(last).toEqual({ from: '2026-03-02', to: '2026-03-02' })
    expect(nextPeriod(last, daily)).toEqual({ from: '2026-03-03', to: '2026-03-03', isOver: true })
    expect(resultCodeOf(() => requireClosable('2026-03-04', last, daily))).toBe('CONFLICT')
  })

  it('follows a closed week, and is followed by the days that are left of one', () => {
    const week = { from: '2026-02-23', to: '2026-03-01' }
    expect(nextPeriod(week, daily)).toEqual({ from: '2026-03-02', to: '2026-03-02', isOver: true })
    const day = { from: '2026-03-03', to: '2026-03-03' }
    expect(nextPeriod(day, at('2026-03-09T09:00:00Z'))).toEqual({ from: '2026-03-04', to: '2026-03-08', isOver: true })
  })

  it('waits to be closed, day by day', () => {
    expect(openPeriods(undefined, '2026-03-01', daily)).toMatchObject({ count: 3, first: '2026-03-01' })
    const last = { from: '2026-03-02', to: '2026-03-02' }
    expect(openPeriods(last, '2026-03-01', daily)).toMatchObject({ count: 1, first: '2026-03-03' })
    expect(openPeriods(last, '2026-03-01', at('2026-03-16T09:00:00Z'))).toMatchObject({ count: 2, first: '2026-03-08' })
  })
})

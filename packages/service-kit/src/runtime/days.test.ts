import { presets } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { daysOfPreset } from './days'

const format = ({ from, to }: { from: string; to: string }) => `${from} ${to}`

describe('daysOfPreset', () => {
  it.each([
    ['today', '2026-03-04 2026-03-04'],
    ['yesterday', '2026-03-03 2026-03-03'],
    ['currentWeek', '2026-03-02 2026-03-04'],
    ['lastWeek', '2026-02-23 2026-03-01'],
    ['currentMonth', '2026-03-01 2026-03-04'],
    ['lastMonth', '2026-02-01 2026-02-28'],
    ['lastSixMonths', '2025-09-04 2026-03-04'],
  ] as const)('returns the days of the preset %s', (name, days) => {
    expect(format(daysOfPreset(presets[name], '2026-03-04'))).toBe(days)
  })

  it('starts weeks on Monday and clamps six months ago to the end of a shorter month', () => {
    expect(format(daysOfPreset(presets.currentWeek, '2026-03-01'))).toBe('2026-02-23 2026-03-01')
    expect(format(daysOfPreset(presets.currentWeek, '2026-03-02'))).toBe('2026-03-02 2026-03-02')
    expect(format(daysOfPreset(presets.lastSixMonths, '2026-08-31'))).toBe('2026-02-28 2026-08-31')
    expect(format(daysOfPreset(presets.lastMonth, '2026-01-15'))).toBe('2025-12-01 2025-12-31')
  })
})

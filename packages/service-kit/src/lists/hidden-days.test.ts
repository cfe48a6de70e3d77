import { describe, expect, it } from 'vitest'
import { latestByDay, overlap } from './hidden-days'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 20, hour))
const format = (parts: ReturnType<typeof latestByDay>) =>
  parts.map(part => `${part.from}–${part.to} ${part.at.getUTCHours()}`)

describe('hidden days', () => {
  it('follow the latest clearing of each day', () => {
    const parts = latestByDay([
      { from: '2026-03-01', to: '2026-03-10', at: at(1) },
      { from: '2026-03-04', to: '2026-03-05', at: at(3) },
      { from: '2026-03-05', to: '2026-03-12', at: at(2) },
    ])
    expect(format(parts)).toEqual(['2026-03-01–2026-03-03 1', '2026-03-04–2026-03-05 3', '2026-03-06–2026-03-12 2'])
    expect(latestByDay([])).toEqual([])
  })

  it('are intersected with the requested days', () => {
    const days = { from: '2026-03-04', to: '2026-03-08' }
    expect(overlap(days, { from: '2026-03-01', to: '2026-03-04' })).toEqual({ from: '2026-03-04', to: '2026-03-04' })
    expect(overlap(days, { from: '2026-03-09', to: '2026-03-10' })).toBeUndefined()
  })
})

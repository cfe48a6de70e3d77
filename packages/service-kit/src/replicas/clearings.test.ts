import { describe, expect, it } from 'vitest'
import { latestByDay } from '../lists/hidden-days'
import { addDays } from '../runtime/days'
import { type ClearingRow, mergeClearings, rangesPerModelMax } from './clearings'

const row = (id: string, from: string, to: string, hour: number, models = ['ticket']): ClearingRow => ({
  _id: id,
  adminId: 'a',
  from: `2026-03-${from}`,
  to: `2026-03-${to}`,
  at: new Date(Date.UTC(2026, 5, 1, hour)),
  models: models as ClearingRow['models'],
})
const format = (rows: readonly ClearingRow[]) =>
  rows.map(({ _id, from, to, models }) => `${_id.split('~')[0]} ${from.slice(8)}–${to.slice(8)} ${models}`).sort()

describe('clearings', () => {
  it('are merged so that the latest wins for each day and model', () => {
    const rows = [
      row('a', '01', '10', 1, ['ticket', 'draw']),
      row('b', '04', '05', 3),
      row('c', '05', '12', 2, ['draw']),
    ]
    const merged = mergeClearings(rows)
    expect(format(merged)).toEqual([
      'a 01–03 ticket',
      'a 01–04 draw',
      'a 06–10 ticket',
      'b 04–05 ticket',
      'c 05–12 draw',
    ])
    expect(mergeClearings(merged)).toEqual(merged)
    expect(mergeClearings([row('a', '01', '10', 1), row('b', '01', '31', 2)])).toEqual([row('b', '01', '31', 2)])
    expect(rangesPerModelMax(merged)).toBe(3)
  })

  it('are ignored or limited when their days are no calendar days', () => {
    const broken = { ...row('x', '01', '02', 1), from: '20-02-29' }
    const endless = { ...row('y', '05', '06', 1), to: '9999-12-31' }
    expect(format(mergeClearings([broken, endless]))).toEqual(['y 05–31 ticket'])
  })

  it('are merged in n log n steps', () => {
    const count = 1_500
    let looks = 0
    const counted = Array.from({ length: count }, (_, index) => {
      const at = new Date(index * 7_919_000)
      const clearing = { from: addDays('2020-01-01', (index * 37) % 900), to: addDays('2022-01-01', index % 400), at }
      return new Proxy(clearing, {
        get(target, key) {
          looks++
          return Reflect.get(target, key)
        },
      })
    })
    const parts = latestByDay(counted)
    expect(parts.length).toBeLessThanOrEqual(2 * count)
    expect(looks).toBeLessThan(10 * count * Math.log2(count))
  })
})

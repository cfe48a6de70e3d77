import { formatPoints, toPoints } from '@cascade/contracts'
import type { Sums, TurnoverRow } from '@cascade/contracts/reports'
import { buildPaperTable } from '@cascade/ui-kit/data'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printedSums } from '../shared/sums'
import { turnoverColumns, turnoverExportColumns } from './turnover-columns'

const hundredths = fc.bigInt({ min: -10_000_000_000n, max: 10_000_000_000n })
/** A consistent row: commission and net are sums of whole hundredths. */
const row = fc
  .tuple(hundredths, hundredths, fc.tuple(hundredths, hundredths, hundredths, hundredths), fc.uuid())
  .map(([play, win, levels, id]): TurnoverRow => {
    const commission = levels.reduce((sum, level) => sum + level, 0n)
    const [supercom = 0, distcom = 0, retailcom = 0, usercom = 0] = levels.map(toPoints)
    return {
      id,
      role: 'admin',
      username: id,
      playPoints: toPoints(play),
      winPoints: toPoints(win),
      endPoints: toPoints(play - win),
      supercom,
      distcom,
      retailcom,
      usercom,
      commission: toPoints(commission),
      net: toPoints(play - win - commission),
      hasChildren: true,
    }
  })
const rows = fc.array(row, { minLength: 1, maxLength: 40 })
const names = ['playPoints', 'winPoints', 'endPoints', 'commission', 'net'] as const
const summary: Sums = { playPoints: 1, winPoints: 1, endPoints: 1, commission: 1, net: 1 }

describe('a printed turnover', () => {
  it('has totals equal to the sums of the printed rows', () => {
    fc.assert(
      fc.property(rows, printed => {
        const sums = printedSums({ rows: printed, first: { total: printed.length, summary } }, names)
        const { columns, sums: below = [] } = buildPaperTable(turnoverColumns, printed, 'Sum')
        const sumOf = (title: string) => below[columns.findIndex(column => column.title === title)]
        expect(['Play', 'Win', 'End', 'Net'].map(sumOf)).toEqual(
          [sums.playPoints, sums.winPoints, sums.endPoints, sums.net].map(formatPoints),
        )
        const levels = ['SAM', 'AM', 'M', 'P'].map(title => Number(sumOf(title)?.replaceAll(',', '')))
        expect(levels.reduce((sum, level) => sum + Math.round(level * 100), 0)).toBe(Math.round(sums.commission * 100))
      }),
    )
  })

  it('shows the same figures as screen and export', () => {
    fc.assert(
      fc.property(rows, printed => {
        const paper = buildPaperTable(turnoverColumns, printed)
        const file = printed.map((each, at) => turnoverExportColumns.slice(1).map(column => column.value(each, at)))
        const written = file.map(cells => cells.map(cell => (typeof cell === 'number' ? formatPoints(cell) : cell)))
        expect(written).toEqual(paper.rows)
        expect(turnoverExportColumns.slice(1).map(({ title }) => title)).toEqual(
          paper.columns.map(({ title }) => title),
        )
      }),
    )
  })

  it('has the totals of the whole report on a single page', () => {
    const [one] = fc.sample(row, 1)
    expect(printedSums({ rows: one ? [one] : [], first: { total: 2, summary } }, names)).toEqual(summary)
  })
})

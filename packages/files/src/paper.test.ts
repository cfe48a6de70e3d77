import { describe, expect, it } from 'vitest'
import { computeLayout, marginMm } from './layout'
import { buildPaperTable, type PaperTable } from './paper'

type Row = { name: string; at: string; amount: number | null; balance: number }
const rows: Row[] = [
  { name: 'asha', at: new Date(2026, 0, 2, 3, 4, 5).toISOString(), amount: 0.1, balance: 1000.3 },
  { name: 'bilal', at: '', amount: 0.2, balance: 1000.2 },
  { name: 'chand', at: '', amount: null, balance: 1000 },
]
const columns = [
  { title: 'No', value: (_row: Row, index: number) => index + 1, kind: 'count' as const },
  { title: 'Name', value: (row: Row) => row.name },
  { title: 'At', value: (row: Row) => row.at, kind: 'dateTime' as const },
  { title: 'Amount', value: (row: Row) => row.amount, kind: 'points' as const },
  { title: 'Balance', value: (row: Row) => row.balance, kind: 'points' as const, summed: false },
  { title: 'Actions' },
]

describe('a paper', () => {
  it('formats cells as on screen and sums only columns where a sum is meaningful', () => {
    const table = buildPaperTable(columns, rows, 'Sum')
    expect(table.rows).toEqual([
      ['1', 'asha', '2026-01-02 03:04:05', '0.10', '1,000.30'],
      ['2', 'bilal', '', '0.20', '1,000.20'],
      ['3', 'chand', '', '', '1,000.00'],
    ])
    expect(table.sums).toEqual(['Sum', '', '', '0.30', ''])
    expect(table.columns.map(({ title, align }) => `${title} ${align}`)).toEqual([
      'No right',
      'Name left',
      'At left',
      'Amount right',
      'Balance right',
    ])
    expect(buildPaperTable(columns, [], 'Sum').sums).toBeUndefined()
    expect(buildPaperTable(columns.slice(0, 3), rows, 'Sum').sums).toBeUndefined()
  })

  const measure = (text: string) => text.length * 0.19
  const layout = (texts: readonly string[], format: 'a4' | 'letter' = 'a4') => {
    const table: PaperTable = {
      columns: texts.map((_text, at) => ({ title: `C${at}`, align: 'left', fixed: false })),
      rows: [texts],
    }
    return computeLayout(format, [table], measure)
  }
  const widthOf = ({ widths }: ReturnType<typeof layout>) => (widths[0] ?? []).reduce((sum, width) => sum + width, 0)

  it('prefers portrait, then landscape, then smaller fonts', () => {
    const few = layout(Array.from({ length: 4 }, () => 'some text'))
    const more = layout(Array.from({ length: 8 }, () => 'superareamanager1'))
    const many = layout(Array.from({ length: 14 }, () => 'superareamanager1'))
    const upright = ['portrait', 'landscape', 'landscape']
    expect([few, more, many].map(({ orientation }) => orientation)).toEqual(upright)
    expect(many.fontSize).toBeLessThan(few.fontSize)
    expect(widthOf(few)).toBeCloseTo(210 - 2 * marginMm)
    expect(widthOf(more)).toBeCloseTo(297 - 2 * marginMm)
  })

  it('is never wider than the page', () => {
    for (const count of [1, 5, 12, 40])
      for (const letters of [1, 20, 400])
        for (const format of ['a4', 'letter'] as const) {
          const result = layout(
            Array.from({ length: count }, () => 'n'.repeat(letters)),
            format,
          )
          const pageMm =
            { a4: [210, 297], letter: [215.9, 279.4] }[format][result.orientation === 'portrait' ? 0 : 1] ?? 0
          expect(widthOf(result)).toBeLessThanOrEqual(pageMm - 2 * marginMm + 0.001)
        }
  })

  it('wraps long texts but never a number', () => {
    const long = 'a reason that somebody wrote down at length, and then some more of it'
    const table: PaperTable = {
      columns: [
        { title: 'Note', align: 'left', fixed: false },
        { title: 'Other', align: 'left', fixed: false },
        { title: 'Amount', align: 'right', fixed: true },
      ],
      rows: [[long.repeat(4), long.repeat(4), '1,000,000,000.00']],
    }
    const { widths, fontSize } = computeLayout('a4', [table], measure)
    expect(widths[0]?.[2]).toBeGreaterThan(measure('1,000,000,000.00') * fontSize)
  })
})

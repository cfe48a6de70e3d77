import { describe, expect, it } from 'vitest'
import { buildSheet, safeText } from './sheet'
import { setBusinessZone } from './zone'

describe('formula safety', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\0x', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    'prefixes %j with an apostrophe',
    text => {
      expect(safeText(text)).toBe(`'${text}`)
    },
  )
  it.each(['', 'plain', '1-2', ' =1', 'a=b', "'=1"])('leaves %j unchanged', text => {
    expect(safeText(text)).toBe(text)
  })
  it('guards text cells and keeps negative numbers', () => {
    const columns = [
      { title: 'Name', value: (row: { name: string }) => row.name },
      { title: 'Points', value: () => -5.5, kind: 'points' as const },
    ]
    expect(buildSheet('S', columns, [{ name: '=HYPERLINK("x")' }]).rows).toEqual([[`'=HYPERLINK("x")`, -5.5]])
  })
})

describe('a sheet', () => {
  it('preserves order, widths and formats of the columns, and writes times with their offset', () => {
    setBusinessZone('Asia/Kolkata')
    const sheet = buildSheet<{ at: string; ok: boolean }>(
      'Players',
      [
        { title: 'No', value: (_row, index) => index + 1, kind: 'count', width: 6 },
        { title: 'At', value: row => row.at, kind: 'dateTime' },
        { title: 'Ok', value: row => row.ok },
        { title: 'Nothing', value: () => undefined },
      ],
      [{ at: '2025-01-01T21:34:05.678Z', ok: true }],
    )
    expect(sheet.columns).toEqual([
      { title: 'No', width: 6, format: '0' },
      { title: 'At', width: 20, format: undefined },
      { title: 'Ok', width: 20, format: undefined },
      { title: 'Nothing', width: 20, format: undefined },
    ])
    setBusinessZone(undefined)
    expect(sheet.rows).toEqual([[1, '2025-01-02 03:04:05+05:30', 'true', null]])
  })
})

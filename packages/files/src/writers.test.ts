import { describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { buildSheet, type Sheet } from './sheet'
import { writeCsv } from './write-csv'
import { writeXlsx } from './write-xlsx'

const sheet: Sheet = {
  name: 'Admins',
  columns: [
    { title: 'UserName', width: 30 },
    { title: 'Points', width: 15, format: '0.00' },
  ],
  rows: [
    ['AD1', 12.5],
    ["'=1", -3],
    ['a, "b"\nc', null],
  ],
}

describe('writeXlsx', () => {
  const book = read(writeXlsx(sheet), { cellStyles: true, cellNF: true })
  const cells = book.Sheets.Admins ?? {}
  it('writes the sheet with its header and rows', () => {
    expect(book.SheetNames).toEqual(['Admins'])
    expect(utils.sheet_to_json(cells, { header: 1 })).toEqual([
      ['UserName', 'Points'],
      ['AD1', 12.5],
      ["'=1", -3],
      ['a, "b"\nc'],
    ])
  })
  it('writes numbers with two decimals and text without formulas', () => {
    expect(cells.B3).toMatchObject({ t: 'n', v: -3, z: '0.00' })
    expect(cells.A3).toMatchObject({ t: 's', v: "'=1" })
    expect(cells.A3.f).toBeUndefined()
  })
  it('sets the column widths', () => {
    expect(cells['!cols']?.map((column: { width?: number }) => Math.floor(column.width ?? 0))).toEqual([30, 15])
  })
})

describe('writeCsv', () => {
  const cells: Sheet = { ...sheet, rows: [...sheet.rows, ['x;=1+1\t=2', 1]] }

  it('quotes every text, so that no other separator can start a formula', () => {
    expect(writeCsv(cells)).toBe(
      '\ufeff"UserName","Points"\r\n"AD1",12.50\r\n"\'=1",-3.00\r\n"a, ""b""\nc",\r\n"x;=1+1\t=2",1.00\r\n',
    )
  })

  it('uses semicolons and decimal commas for csv;', () => {
    expect(writeCsv(cells, 'csv;')).toBe(
      '\ufeff"UserName";"Points"\r\n"AD1";12,50\r\n"\'=1";-3,00\r\n"a, ""b""\nc";\r\n"x;=1+1\t=2";1,00\r\n',
    )
  })

  it.each(['csv', 'csv;'] as const)('starts a %s file with the UTF-8 byte order mark and no sep= line', format => {
    const text = writeCsv({ ...sheet, rows: [['Émile अशोक', 1]] }, format)
    expect([...new TextEncoder().encode(text).slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x22])
    expect(text).toContain('"Émile अशोक"')
  })
})

describe('a sheet with extras', () => {
  const columns = [
    { title: 'UserName', value: ([name]: (string | number | null)[]) => name },
    { title: 'Points', value: ([, points]: (string | number | null)[]) => points, kind: 'points' as const },
    { title: 'Balance', value: () => 5, kind: 'points' as const, summed: false },
  ]
  const extras = { sumLabel: 'Sum', note: 'No filter · by admin1' }
  const free = buildSheet('Admins', columns, sheet.rows, undefined, extras)
  const book = read(writeXlsx(free), { bookFiles: true })
  const cells = book.Sheets.Admins ?? {}

  it('sums the points of the filtered rows and states how the sheet was made', () => {
    expect(cells['!autofilter']).toEqual({ ref: 'A1:C4' })
    expect(cells.A5?.v).toBe('Sum')
    expect(cells.B5).toMatchObject({ f: 'SUBTOTAL(109,B2:B4)', v: 9.5 })
    expect(cells.C5?.v).toBeUndefined()
    expect(cells.A7?.v).toBe('No filter · by admin1')
  })

  it('freezes its header', () => {
    const { files } = book as unknown as { files: Record<string, { content: Uint8Array }> }
    const xml = new TextDecoder().decode(Uint8Array.from(files['xl/worksheets/sheet1.xml']?.content ?? []))
    expect(xml).toMatch(/<sheetView [^>]*><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
  })

  it('contains plain rows only as .csv', () => {
    expect(writeCsv(free)).toBe(writeCsv(buildSheet('Admins', columns, sheet.rows)))
  })
})

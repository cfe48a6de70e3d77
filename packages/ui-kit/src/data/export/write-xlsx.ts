import { type CellObject, utils, type WorkSheet, write } from 'xlsx'
import type { Sheet } from './files'
import { freezeHeader } from './freeze-header'

/** The bytes of an .xlsx file. Only ever writes: this library is not used to read files. */
export function writeXlsx(sheet: Sheet): ArrayBuffer {
  const header = sheet.columns.map(column => ({ t: 's' as const, v: column.title }))
  const body = sheet.rows.map(row => row.map((value, index) => cell(value, sheet.columns[index]?.format)))
  const worksheet = utils.aoa_to_sheet([header, ...body, ...below(sheet)])
  worksheet['!cols'] = sheet.columns.map(column => ({ wch: column.width }))
  if (sheet.extras) addFilter(worksheet, sheet)
  const book = utils.book_new()
  // The format allows 31 characters for the name of a sheet.
  utils.book_append_sheet(book, worksheet, sheet.name.slice(0, 31))
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer
  return sheet.extras ? freezeHeader(bytes) : bytes
}

function cell(value: string | number | null, format: string | undefined) {
  if (value === null) return null
  return typeof value === 'number' ? { t: 'n' as const, v: value, z: format } : { t: 's' as const, v: value }
}

function addFilter(worksheet: WorkSheet, { columns, rows }: Sheet): void {
  worksheet['!autofilter'] = { ref: utils.encode_range({ r: 0, c: 0 }, { r: rows.length, c: columns.length - 1 }) }
}

/** Sums of what the reader's own filter leaves, then a line apart. */
function below({ columns, rows, extras }: Sheet): (CellObject | null)[][] {
  if (!extras) return []
  const sums = columns.map(({ format }, c): CellObject | null => {
    if (format !== '0.00' || rows.length === 0) return null
    const range = utils.encode_range({ r: 1, c }, { r: rows.length, c })
    return { t: 'n', f: `SUBTOTAL(109,${range})`, v: sumOf(rows.map(row => row[c])), z: format }
  })
  const hasSums = sums.some(sum => sum !== null)
  const labelled = sums[0] === null ? [{ t: 's' as const, v: extras.sumLabel }, ...sums.slice(1)] : sums
  return [...(hasSums ? [labelled] : []), [], [{ t: 's', v: extras.note }]]
}

/** In hundredths: thousands of fractions would not add up. */
const sumOf = (values: readonly unknown[]) =>
  values.reduce((sum: number, value) => sum + (typeof value === 'number' ? Math.round(value * 100) : 0), 0) / 100

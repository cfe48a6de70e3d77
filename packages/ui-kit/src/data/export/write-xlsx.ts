import { utils, write } from 'xlsx'
import type { Sheet } from './sheet'

/** The bytes of an .xlsx file. Only ever writes: this library is not used to read files. */
export function writeXlsx(sheet: Sheet): ArrayBuffer {
  const header = sheet.columns.map(column => ({ t: 's' as const, v: column.title }))
  const body = sheet.rows.map(row => row.map((value, index) => cell(value, sheet.columns[index]?.format)))
  const worksheet = utils.aoa_to_sheet([header, ...body])
  worksheet['!cols'] = sheet.columns.map(column => ({ wch: column.width }))
  const book = utils.book_new()
  // The format allows 31 characters for the name of a sheet.
  utils.book_append_sheet(book, worksheet, sheet.name.slice(0, 31))
  return write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer
}

function cell(value: string | number | null, format: string | undefined) {
  if (value === null) return null
  return typeof value === 'number' ? { t: 'n' as const, v: value, z: format } : { t: 's' as const, v: value }
}

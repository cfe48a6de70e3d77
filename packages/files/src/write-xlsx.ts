/// <reference path="./xlsx.d.ts" />
// Node finds no `CFB` in the package's main file.
import { type CellObject, CFB, utils, type WorkSheet, write } from 'xlsx/xlsx.mjs'
import type { Sheet } from './sheet'

/** Writes an .xlsx file. The library is never used to read files. */
export function writeXlsx(sheet: Sheet): ArrayBuffer {
  const header = sheet.columns.map(column => ({ t: 's' as const, v: column.title }))
  const body = sheet.rows.map(row => row.map((value, index) => cell(value, sheet.columns[index]?.format)))
  const worksheet = utils.aoa_to_sheet([header, ...body, ...buildFooterRows(sheet)])
  worksheet['!cols'] = sheet.columns.map(column => ({ wch: column.width }))
  if (sheet.extras) addFilter(worksheet, sheet)
  const book = utils.book_new()
  // The format allows 31 characters for a sheet name.
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

function buildFooterRows({ columns, rows, extras }: Sheet): (CellObject | null)[][] {
  if (!extras) return []
  const sums = columns.map(({ format, isSummed }, c): CellObject | null => {
    if (!isSummed || rows.length === 0) return null
    const range = utils.encode_range({ r: 1, c }, { r: rows.length, c })
    return { t: 'n', f: `SUBTOTAL(109,${range})`, v: sum(rows.map(row => row[c])), z: format }
  })
  const hasSums = sums.some(sum => sum !== null)
  const labelled = sums[0] === null ? [{ t: 's' as const, v: extras.sumLabel }, ...sums.slice(1)] : sums
  return [...(hasSums ? [labelled] : []), [], [{ t: 's', v: extras.note }]]
}

/** In hundredths, to avoid floating-point errors. */
const sum = (values: readonly unknown[]) =>
  values.reduce((sum: number, value) => sum + (typeof value === 'number' ? Math.round(value * 100) : 0), 0) / 100

type Entry = { content: Uint8Array; size: number }
type Archive = {
  read: (bytes: Uint8Array, options: { type: 'buffer' }) => object
  find: (archive: object, path: string) => Entry | null
  write: (archive: object, options: { type: 'array'; fileType: 'zip'; compression: true }) => ArrayLike<number>
}

const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

/** Freezes the first row, which the library cannot do. */
function freezeHeader(bytes: ArrayBuffer): ArrayBuffer {
  const archives = CFB as Archive
  const archive = archives.read(new Uint8Array(bytes), { type: 'buffer' })
  const sheet = archives.find(archive, '/xl/worksheets/sheet1.xml')
  if (!sheet) return bytes
  const text = new TextDecoder().decode(Uint8Array.from(sheet.content))
  const frozen = text.replace(/<sheetView ([^>]*?)\/>/, `<sheetView $1>${pane}</sheetView>`)
  sheet.content = new TextEncoder().encode(frozen)
  sheet.size = sheet.content.length
  return Uint8Array.from(archives.write(archive, { type: 'array', fileType: 'zip', compression: true })).buffer
}

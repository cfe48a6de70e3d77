import type { Sheet } from './sheet'

/**
 * Comma separated values with CRLF. Every text is quoted: a program that parts cells at another sign, as spreadsheets do
 * in some countries, must not find the start of a formula within one. Extras are left out: programs read these files.
 */
export function writeCsv(sheet: Sheet): string {
  const lines = [sheet.columns.map(({ title }) => quoted(title)), ...sheet.rows.map(row => row.map(cellOf(sheet)))]
  return lines.map(line => `${line.join(',')}\r\n`).join('')
}

const cellOf = (sheet: Sheet) => (value: string | number | null, index: number) => {
  if (typeof value !== 'number') return value === null ? '' : quoted(value)
  return sheet.columns[index]?.format === '0.00' ? value.toFixed(2) : String(value)
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

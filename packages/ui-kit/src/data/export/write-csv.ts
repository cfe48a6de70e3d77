import type { Sheet } from './sheet'

/** Comma separated values with CRLF, quoted where needed. */
export function writeCsv(sheet: Sheet): string {
  const lines = [sheet.columns.map(column => column.title), ...sheet.rows.map(row => row.map(csvNumberOrText(sheet)))]
  return lines.map(line => `${line.map(quoted).join(',')}\r\n`).join('')
}

const csvNumberOrText = (sheet: Sheet) => (value: string | number | null, index: number) => {
  if (typeof value !== 'number') return value ?? ''
  return sheet.columns[index]?.format === '0.00' ? value.toFixed(2) : String(value)
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

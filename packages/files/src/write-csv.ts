import type { Sheet } from './sheet'

/** Without it Excel assumes a Windows code page. A `sep=;` line would make Excel ignore it. */
const byteOrderMark = '\ufeff'

/**
 * Writes CSV with CRLF. Every text is quoted: a program that splits at another separator must not find the start of a
 * formula in it. Extras are omitted.
 * @param format `csv;`: semicolons and decimal commas, as spreadsheets expect in many countries
 */
export function writeCsv(sheet: Sheet, format: 'csv' | 'csv;' = 'csv'): string {
  const [separator, point] = format === 'csv' ? [',', '.'] : [';', ',']
  const formatNumber = (value: number, index: number) =>
    (sheet.columns[index]?.format === '0.00' ? value.toFixed(2) : String(value)).replace('.', point)
  const formatCell = (value: string | number | null, index: number) =>
    typeof value === 'number' ? formatNumber(value, index) : value === null ? '' : quote(value)
  const lines = [sheet.columns.map(({ title }) => title), ...sheet.rows].map(row => row.map(formatCell).join(separator))
  return byteOrderMark + lines.map(line => `${line}\r\n`).join('')
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

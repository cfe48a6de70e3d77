import type { Sheet } from './sheet'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `csv;` is for countries where a comma parts decimals, and spreadsheets take semicolons between cells. */
export type FileFormat = 'xlsx' | 'csv' | 'csv;'

export async function makeFile(sheet: Sheet, format: FileFormat, signal: AbortSignal): Promise<Blob> {
  if (format !== 'xlsx') return new Blob([writeCsv(sheet, format)], { type: 'text/csv;charset=utf-8' })
  const bytes = typeof Worker === 'undefined' ? await writeHere(sheet) : await writeInWorker(sheet, signal)
  return new Blob([bytes], { type: xlsxType })
}

async function writeHere(sheet: Sheet): Promise<ArrayBuffer> {
  const { writeXlsx } = await import('./write-xlsx')
  return writeXlsx(sheet)
}

/** Zipping 50 000 rows takes seconds, which must not freeze the tab. */
const writeInWorker = (sheet: Sheet, signal: AbortSignal) =>
  runWorker(new Worker(new URL('./xlsx.worker.ts', import.meta.url)), sheet, signal)

/** What a worker makes of a message; a text that it answers is its fault. */
export function runWorker(worker: Worker, message: unknown, signal: AbortSignal): Promise<ArrayBuffer> {
  const done = new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) =>
      typeof data === 'string' ? reject(new Error(data)) : resolve(data)
    worker.onerror = event => reject(new Error(event.message || 'The file could not be written'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(message)
  })
  return done.finally(() => worker.terminate())
}

export function download(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Without it Excel takes the file for one of a Windows code page. A line `sep=;` would make Excel ignore it. */
const byteOrderMark = '\ufeff'

/**
 * Separated values with CRLF. Every text is quoted: a program that parts cells at another sign, as spreadsheets do in
 * some countries, must not find the start of a formula within one. Extras are left out: programs read these files.
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

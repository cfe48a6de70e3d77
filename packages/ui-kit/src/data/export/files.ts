const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The file of a sheet; its kind follows from the name's ending, `.csv` or `.xlsx`. */
export async function makeFile(name: string, sheet: Sheet, signal: AbortSignal): Promise<Blob> {
  if (name.endsWith('.csv')) return new Blob([writeCsv(sheet)], { type: 'text/csv;charset=utf-8' })
  const bytes = typeof Worker === 'undefined' ? await writeHere(sheet) : await writeInWorker(sheet, signal)
  return new Blob([bytes], { type: xlsxType })
}

async function writeHere(sheet: Sheet): Promise<ArrayBuffer> {
  const { writeXlsx } = await import('./write-xlsx')
  return writeXlsx(sheet)
}

/** Zipping 50 000 rows takes seconds, which must not freeze the tab. */
function writeInWorker(sheet: Sheet, signal: AbortSignal): Promise<ArrayBuffer> {
  const worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url))
  const done = new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<ArrayBuffer>) => resolve(event.data)
    worker.onerror = event => reject(new Error(event.message || 'The file could not be written'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(sheet)
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

export type CellValue = string | number | boolean | Date | null | undefined
/** `points` has two decimals, `count` none; everything else is text. */
export type CellKind = 'text' | 'points' | 'count' | 'dateTime' | 'date'

export type ExportColumn<Row> = {
  title: string
  value: (row: Row, index: number) => CellValue
  kind?: CellKind
  /** Characters; 20 when not named. */
  width?: number
}

/** A finished table of plain values: what a worker can be sent. */
export type Sheet = {
  name: string
  columns: { title: string; width: number; format?: string }[]
  rows: (string | number | null)[][]
  /** Present where nobody fixed the sheet: the header stays in view and filters, points are summed, `note` stands below. */
  extras?: { sumLabel: string; note: string }
}

/**
 * @param note stands below the rows, e.g. that these are not all.
 * @param extras see `Sheet`
 */
export function sheetOf<Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
  note?: string,
  extras?: Sheet['extras'],
): Sheet {
  const cells = rows.map((row, index) => columns.map(column => cellOf(column.value(row, index), column.kind)))
  return {
    name,
    columns: columns.map(({ title, width = 20, kind }) => ({ title, width, format: formats[kind ?? 'text'] })),
    rows: note ? [...cells, [safeText(note)]] : cells,
    ...(extras ? { extras: { ...extras, note: safeText(extras.note) } } : {}),
  }
}

const formats: Partial<Record<CellKind, string>> = { points: '0.00', count: '0' }

function cellOf(value: CellValue, kind: CellKind | undefined): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (kind === 'dateTime' || kind === 'date') return dateText(value, kind)
  return safeText(value instanceof Date ? dateText(value, 'dateTime') : String(value))
}

const two = (value: number) => String(value).padStart(2, '0')

function dateText(value: string | boolean | Date, kind: 'dateTime' | 'date'): string {
  const time = new Date(value as string | Date)
  if (Number.isNaN(time.getTime())) return safeText(String(value))
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  if (kind === 'date') return day
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

/** A spreadsheet runs text that begins like a formula; an apostrophe in front makes it text again. */
export function safeText(text: string): string {
  const first = text.charAt(0)
  return first !== '' && '=+-@＝＋－＠\t\r\n\0'.includes(first) ? `'${text}` : text
}

/**
 * Comma separated values with CRLF. Every text is quoted: a program that parts cells at another sign, as spreadsheets do
 * in some countries, must not find the start of a formula within one. Extras are left out: programs read these files.
 */
export function writeCsv(sheet: Sheet): string {
  const lines = [
    sheet.columns.map(({ title }) => quoted(title)),
    ...sheet.rows.map(row => row.map(cellOfWriteCsv(sheet))),
  ]
  return lines.map(line => `${line.join(',')}\r\n`).join('')
}

const cellOfWriteCsv = (sheet: Sheet) => (value: string | number | null, index: number) => {
  if (typeof value !== 'number') return value === null ? '' : quoted(value)
  return sheet.columns[index]?.format === '0.00' ? value.toFixed(2) : String(value)
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

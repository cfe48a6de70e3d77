import { formatDate } from './format'
import { businessStamp } from './zone'

export type CellValue = string | number | boolean | Date | null | undefined
/** `points` has two decimals, `count` none; everything else is text. */
export type CellKind = 'text' | 'points' | 'count' | 'dateTime' | 'date'

export type ExportColumn<Row> = {
  title: string
  value: (row: Row, index: number) => CellValue
  kind?: CellKind
  /** In characters; default 20. */
  width?: number
  /** `false` where a sum would be meaningless, e.g. for balances. */
  summed?: boolean | undefined
}

/** A table of plain values that can be sent to a worker. */
export type Sheet = {
  name: string
  columns: { title: string; width: number; format?: string; isSummed?: boolean }[]
  rows: (string | number | null)[][]
  /**
   * For sheets that the specification does not fix: frozen header with a filter, sums of points, and `note` below the
   * rows.
   */
  extras?: { sumLabel: string; note: string }
}

/**
 * @param note placed below the rows, e.g. that they are not complete
 * @param extras see `Sheet`
 */
export function buildSheet<Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
  note?: string,
  extras?: Sheet['extras'],
): Sheet {
  const cells = rows.map((row, index) => columns.map(column => toCell(column.value(row, index), column.kind)))
  return {
    name,
    columns: columns.map(({ title, width = 20, kind, summed }) => ({
      title,
      width,
      format: formats[kind ?? 'text'],
      ...(extras && kind === 'points' && summed !== false ? { isSummed: true } : {}),
    })),
    rows: note ? [...cells, [safeText(note)]] : cells,
    ...(extras ? { extras: { ...extras, note: safeText(extras.note) } } : {}),
  }
}

const formats: Partial<Record<CellKind, string>> = { points: '0.00', count: '0' }

function toCell(value: CellValue, kind: CellKind | undefined): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (kind === 'dateTime' || kind === 'date') return dateText(value, kind)
  return safeText(value instanceof Date ? dateText(value, 'dateTime') : String(value))
}

/** In the business zone; a time carries its UTC offset. */
function dateText(value: string | boolean | Date, kind: 'dateTime' | 'date'): string {
  const time = typeof value === 'boolean' ? '' : kind === 'date' ? formatDate(value) : businessStamp(value)
  return time || safeText(String(value))
}

/** Spreadsheets execute text that begins like a formula; a leading apostrophe prevents it. */
export function safeText(text: string): string {
  const first = text.charAt(0)
  return first !== '' && '=+-@＝＋－＠\t\r\n\0'.includes(first) ? `'${text}` : text
}

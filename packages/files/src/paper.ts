import { formatPoints, toHundredths, toPoints } from '@cascade/contracts'
import { formatCount, formatDate, formatDateTime } from './format'
import type { CellKind, CellValue } from './sheet'

export type Fact = readonly [label: string, value: string]

export type PaperTable = {
  title?: string | undefined
  columns: readonly PaperColumn[]
  rows: readonly (readonly string[])[]
  sums?: readonly string[] | undefined
}

/** `fixed` columns never wrap. */
type PaperColumn = { title: string; align: 'left' | 'right' | 'center'; fixed: boolean }

/** A document as plain values that can be sent to a worker. */
export type Paper = {
  format: PaperFormat
  title: string
  about: string
  facts: readonly Fact[]
  figures: readonly Fact[]
  tables: readonly PaperTable[]
  /** Lines to sign on, with the labels below each. */
  signing: readonly (readonly string[])[]
  /** With `{page}` and `{pages}`. */
  pageText: string
}

export type PaperFormat = 'a4' | 'letter'

type Source<Row> = {
  title: string
  value?: ((row: Row, index: number) => CellValue) | undefined
  kind?: CellKind | undefined
  align?: 'left' | 'right' | 'center' | undefined
  /** `false` where a sum would be meaningless, e.g. for balances. */
  summed?: boolean | undefined
}

/** @param sumLabel label of the sums; without one there are none */
export function buildPaperTable<Row>(
  sources: readonly Source<Row>[],
  rows: readonly Row[],
  sumLabel?: string,
): Omit<PaperTable, 'title'> {
  const columns = sources.filter(({ value }) => value !== undefined)
  const valueAt = (column: Source<Row>, row: Row, index: number) => column.value?.(row, index)
  return {
    columns: columns.map(({ title, kind = 'text', align }) => ({
      title,
      align: align ?? (kind === 'points' || kind === 'count' ? 'right' : 'left'),
      fixed: kind !== 'text',
    })),
    rows: rows.map((row, index) => columns.map(column => cellText(valueAt(column, row, index), column.kind))),
    sums: sumLabel === undefined ? undefined : buildSums(),
  }

  function buildSums(): string[] | undefined {
    const sums = columns.map(column =>
      column.kind === 'points' && column.summed !== false
        ? sumText(rows.map((row, index) => valueAt(column, row, index)))
        : '',
    )
    if (rows.length === 0 || sums.every(sum => sum === '')) return undefined
    return sums.map((sum, at) => (at === 0 && sum === '' ? (sumLabel ?? '') : sum))
  }
}

/** In hundredths, to avoid floating-point errors. */
const sumText = (values: readonly CellValue[]) =>
  formatPoints(
    toPoints(
      values.reduce<bigint>(
        (sum, value) => (typeof value === 'number' ? sum + toHundredths(Number(value.toFixed(2))) : sum),
        0n,
      ),
    ),
  )

/** Text of a cell, on screen and on paper. */
export function cellText(value: CellValue, kind: CellKind | undefined): string {
  if (value === null || value === undefined) return ''
  if (kind === 'points' && typeof value === 'number') return formatPoints(value)
  if (kind === 'count' && typeof value === 'number') return formatCount(value)
  if (kind === 'dateTime' && typeof value !== 'boolean') return formatDateTime(value)
  if (kind === 'date' && typeof value !== 'boolean') return formatDate(value)
  return value instanceof Date ? formatDateTime(value) : String(value)
}

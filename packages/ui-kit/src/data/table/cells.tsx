import { type CellKind, type CellValue, cellText } from '@cascade/files'
import './table.css'
import type { ReactNode } from 'react'
import { Amount } from '../../format/amount-and-status'
import { Moment } from '../../format/moment'
import type { Column } from './columns'

/** A row of the table, or a placeholder while the first page loads. */
export type RowSlot<Row> = { row: Row; index: number } | { row: undefined; index: number }

export const keyOf = <Row,>({ row, index }: RowSlot<Row>, rowKey: (row: Row) => string) =>
  row === undefined ? `placeholder-${index}` : rowKey(row)

export const Placeholder = () => <span className="kit-cell-skeleton" aria-hidden="true" />

export function renderCell<Row>(column: Column<Row>, row: Row, index: number): ReactNode {
  if (column.render) return column.render(row, index)
  return renderValue(column.value?.(row, index), column.kind)
}

function renderValue(value: CellValue, kind: CellKind | undefined): ReactNode {
  if (kind === 'points' && typeof value === 'number') return <Amount value={value} />
  const isMoment = value instanceof Date || (kind === 'dateTime' && typeof value !== 'boolean')
  return isMoment ? <Moment at={value} /> : cellText(value, kind)
}

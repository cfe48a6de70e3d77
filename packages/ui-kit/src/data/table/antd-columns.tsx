import './antd-columns.css'
import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { Amount } from '../../format/amount'
import { formatCount, formatDate, formatDateTime } from '../../format/format'
import type { CellKind, CellValue } from '../export/sheet'
import { type Column, sortFieldOf } from './column'
import { before } from './header-cell'
import { SelectAll, type Selecting, SelectRow } from './select-cells'

/** A row of the table; placeholders stand in while the first page is on its way. */
export type Shown<Row> = { row: Row; index: number } | { row: undefined; index: number }

type SortState = { sort: string; order: 'asc' | 'desc' }

/** The number column; without a title there is none. */
type Numbers<Row> = { title: string | undefined; selecting: Selecting<Row> | undefined; rows: readonly Shown<Row>[] }

/** Our columns as antd takes them, with the number column in front. */
export function antdColumns<Row>(
  columns: readonly Column<Row>[],
  { sort, order }: SortState,
  numbers: Numbers<Row>,
): TableColumnType<Shown<Row>>[] {
  const own = columns.map((column): TableColumnType<Shown<Row>> => {
    const field = sortFieldOf(column)
    const sortOrder = sort === field ? (order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null
    return {
      key: column.key,
      title: column.title,
      width: column.width,
      align: column.align ?? (isNumeric(column.kind) ? 'right' : undefined),
      fixed: column.pinned === 'left' ? 'start' : column.pinned === 'right' ? 'end' : undefined,
      className: isNumeric(column.kind) ? 'kit-tabular' : undefined,
      ...(column.sortable && { sorter: true, sortOrder, sortField: field }),
      render: (_value, { row, index }) => (row === undefined ? <Placeholder /> : contentOf(column, row, index)),
    }
  })
  return numbers.title === undefined ? own : [numberColumn(numbers), ...own]
}

function numberColumn<Row>({ title, selecting, rows }: Numbers<Row>): TableColumnType<Shown<Row>> {
  const present = rows.flatMap(({ row }) => (row === undefined ? [] : [row]))
  return {
    key: 'no',
    title,
    onHeaderCell: () => before(<SelectAll selecting={selecting} rows={present} />),
    width: selecting ? 80 : 60,
    className: 'kit-tabular',
    render: (_value, { row, index }) =>
      row === undefined ? (
        <Placeholder />
      ) : (
        <>
          <SelectRow selecting={selecting} row={row} />
          {index + 1}
        </>
      ),
  }
}

export const Placeholder = () => <span className="kit-cell-skeleton" aria-hidden="true" />

const isNumeric = (kind: CellKind | undefined) => kind === 'points' || kind === 'count'

/** What a cell shows. */
export function contentOf<Row>(column: Column<Row>, row: Row, index: number): ReactNode {
  if (column.render) return column.render(row, index)
  return shown(column.value?.(row, index), column.kind)
}

function shown(value: CellValue, kind: CellKind | undefined): ReactNode {
  if (value === null || value === undefined) return ''
  if (kind === 'points' && typeof value === 'number') return <Amount value={value} />
  if (kind === 'count' && typeof value === 'number') return formatCount(value)
  if (kind === 'dateTime' && typeof value !== 'boolean') return formatDateTime(value)
  if (kind === 'date' && typeof value !== 'boolean') return formatDate(value)
  return value instanceof Date ? formatDateTime(value) : String(value)
}

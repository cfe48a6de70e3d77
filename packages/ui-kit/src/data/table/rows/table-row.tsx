// biome-ignore-all lint/a11y/useSemanticElements: headings stay in view, so they are a table of their own; see TableRows
// biome-ignore-all lint/a11y/noRedundantRoles: headings stay in view, so they are a table of their own; see TableRows
import { memo } from 'react'
import { contentOf, Placeholder, type Shown } from '../cells'
import type { Column } from '../column'
import { cellClass, type Pins, pinOf } from './pins'
import { type Selecting, SelectRow } from './select-cells'

export type TableColumn<Row> = Column<Row> | NumberColumn

/** Stands before the columns of the list; holds the boxes too. */
type NumberColumn = { key: typeof numberKey; title: string; width: number; kind?: undefined; pinned?: undefined }
export const numberKey = 'no '

type Props<Row> = {
  columns: readonly TableColumn<Row>[]
  pins: Pins
  shown: Shown<Row>['row']
  index: number
  selecting: Selecting<Row> | undefined
  /** Among the rows of the page, counted from 0; the heading is the first. */
  at: number
}

function Row<Row>({ columns, pins, shown: row, index, selecting, at }: Props<Row>) {
  return (
    <tr role="row" aria-rowindex={at + 2} data-index={at} className="kit-row">
      {columns.map(column => (
        <td key={column.key} role="cell" className={cellClass(column)} style={pinOf(pins, column.key)}>
          {row === undefined ? <Placeholder /> : contentIn(column, row as Row, index, selecting)}
        </td>
      ))}
    </tr>
  )
}

function contentIn<Row>(column: TableColumn<Row>, row: Row, index: number, selecting: Selecting<Row> | undefined) {
  if (column.key !== numberKey) return contentOf(column as Column<Row>, row, index)
  return (
    <>
      {selecting && <SelectRow selecting={selecting} row={row} />}
      {index + 1}
    </>
  )
}

/** A row of a DataTable, drawn again only when it changed. The cast keeps its type, which `memo` drops. */
export const TableRow = memo(Row) as typeof Row

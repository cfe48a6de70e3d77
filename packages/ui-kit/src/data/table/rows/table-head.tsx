// biome-ignore-all lint/a11y/useSemanticElements: headings stay in view, so they are a table of their own; see TableRows
// biome-ignore-all lint/a11y/noRedundantRoles: headings stay in view, so they are a table of their own; see TableRows
import type { ReactNode } from 'react'
import { type Column, sortFieldOf } from '../column'
import { cellClass, type Pins, pinOf } from './pins'
import { numberKey, type TableColumn } from './table-row'

export type Sorting = {
  sort: string
  order: 'asc' | 'desc'
  /** Without a field the list's own order is wanted. */
  onSort: (field: string | undefined, order: 'asc' | 'desc') => void
}

type Props<Row> = Sorting & {
  columns: readonly TableColumn<Row>[]
  pins: Pins
  /** Before the title of the number column. */
  selectAll: ReactNode
}

/** The headings, in a table of their own that stays in view; its widths follow those of the rows. */
export function TableHead<Row>({ columns, pins, selectAll, ...sorting }: Props<Row>) {
  return (
    <div className="kit-head">
      <table role="presentation">
        <colgroup>
          {columns.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map(column =>
              column.key === numberKey ? (
                <th key={column.key} role="columnheader">
                  {selectAll}
                  {column.title}
                </th>
              ) : (
                <Heading key={column.key} column={column as Column<Row>} pins={pins} {...sorting} />
              ),
            )}
          </tr>
        </thead>
      </table>
    </div>
  )
}

type HeadingProps<Row> = Sorting & { column: Column<Row>; pins: Pins }

function Heading<Row>({ column, pins, sort, order, onSort }: HeadingProps<Row>) {
  const field = sortFieldOf(column)
  const cell = { role: 'columnheader', className: cellClass(column), style: pinOf(pins, column.key) }
  if (!column.sortable) return <th {...cell}>{column.title}</th>
  const sorted = sort === field ? order : undefined
  const next = () =>
    sorted === undefined ? onSort(field, 'asc') : sorted === 'asc' ? onSort(field, 'desc') : onSort(undefined, 'asc')
  return (
    // The button is for the keyboard; a click counts beside it too.
    <th
      {...cell}
      onClick={next}
      aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="kit-sort" data-order={sorted}>
        {column.title}
      </button>
    </th>
  )
}

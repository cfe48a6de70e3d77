// biome-ignore-all lint/a11y/useSemanticElements: sticky headings need a separate table; see TableHead
// biome-ignore-all lint/a11y/noRedundantRoles: sticky headings need a separate table; see TableHead
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: sticky headings need a separate table; see TableHead
// biome-ignore-all lint/a11y/useFocusableInteractive: sticky headings need a separate table; see TableHead
import './table.css'
import type { ReactNode } from 'react'
import { type Column, cellClass, type Pins, pinOf, sortFieldOf } from './columns'

export type TableColumn<Row> = Column<Row> | NumberColumn

/** First column of the table; also holds the checkboxes. */
type NumberColumn = {
  key: typeof numberKey
  title: string
  width: number
  group?: undefined
  kind?: undefined
  pinned?: undefined
}
export const numberKey = 'no '

export type Sorting = {
  sort: string
  order: 'asc' | 'desc'
  onSort: (field: string | undefined, order: 'asc' | 'desc') => void
}

type TableHeadProps<Row> = Sorting & {
  columns: readonly TableColumn<Row>[]
  pins: Pins
  selectAll: ReactNode
}

/** Headings in a separate sticky table; its widths follow those of the rows. */
export function TableHead<Row>({ columns, pins, selectAll, ...sorting }: TableHeadProps<Row>) {
  return (
    <div className="kit-head">
      <table role="presentation">
        <colgroup>
          {columns.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          {columns.some(({ group }) => group) && <GroupHeadings columns={columns} pins={pins} />}
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

function GroupHeadings<Row>({ columns, pins }: Pick<TableHeadProps<Row>, 'columns' | 'pins'>) {
  const groups: { column: TableColumn<Row>; span: number }[] = []
  for (const column of columns) {
    const last = groups.at(-1)
    if (column.group !== undefined && last?.column.group === column.group) last.span++
    else groups.push({ column, span: 1 })
  }
  return (
    <tr role="row" className="kit-groups">
      {groups.map(({ column, span }) => (
        <th
          key={column.key}
          role="columnheader"
          colSpan={span}
          aria-colspan={span}
          className={column.pinned && cellClass(column)}
          style={pinOf(pins, column.key)}
        >
          {column.group}
        </th>
      ))}
    </tr>
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
    // The button is for the keyboard; the whole cell is clickable.
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

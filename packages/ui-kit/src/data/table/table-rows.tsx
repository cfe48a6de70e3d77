import { Table, type TableColumnType } from 'antd'
import { memo, type ReactNode } from 'react'
import { EmptyState } from '../../feedback/states'
import type { Shown } from './antd-columns'
import { HeaderCell } from './header-cell'
import type { Density } from './table-settings'

const components = { header: { cell: HeaderCell } }

/** Height of the shell's top bar, under which the header stays. */
const stickyOffsetPx = 56

export type RowsProps<Row> = {
  columns: TableColumnType<Shown<Row>>[]
  rows: Shown<Row>[]
  rowKey: (row: Row) => string
  density: Density
  /** Said when there are no rows. */
  empty: string
  /** The next step where there are no rows. */
  emptyAction: ReactNode
  /** Without a field the list's own order is wanted. */
  onSort: (field: string | undefined, order: 'asc' | 'desc') => void
  /** What is shown stays as it is: the search is being typed, and drawing hundreds of cells with each key is slow. */
  held: boolean
}

function Rows<Row>({ columns, rows, rowKey, density, empty, emptyAction, onSort }: RowsProps<Row>) {
  return (
    <Table<Shown<Row>>
      columns={columns}
      components={components}
      dataSource={rows}
      rowKey={({ row, index }) => (row === undefined ? `placeholder-${index}` : rowKey(row))}
      size={density === 'compact' ? 'small' : 'middle'}
      pagination={false}
      scroll={{ x: 'max-content' }}
      sticky={{ offsetHeader: stickyOffsetPx }}
      showSorterTooltip={false}
      locale={{ emptyText: <EmptyState title={empty} action={emptyAction} /> }}
      onChange={(_pagination, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        const field = one?.column as { sortField?: string } | undefined
        onSort(one?.order ? field?.sortField : undefined, one?.order === 'descend' ? 'desc' : 'asc')
      }}
    />
  )
}

/** The rows of a DataTable. The cast keeps the type of the row, which `memo` drops. */
export const TableRows = memo(Rows, (_before, after) => after.held) as typeof Rows

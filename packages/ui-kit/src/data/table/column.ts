import type { ReactNode } from 'react'
import type { CellKind, CellValue, ExportColumn } from '../export/sheet'

/** One column of a DataTable. */
export type Column<Row> = {
  /** Stable name: the user's settings and the sort parameter refer to it. */
  key: string
  title: string
  /** The plain value: shown when there is no `render`, and exported. */
  value?: (row: Row, index: number) => CellValue
  render?: (row: Row, index: number) => ReactNode
  /** How a value is shown and exported; `points` and `count` are aligned to the right. */
  kind?: CellKind
  align?: 'left' | 'right' | 'center'
  /** `true` sorts by `key`; a string names the server's field. */
  sortable?: boolean | string
  /** Pixels. */
  width?: number
  pinned?: 'left' | 'right'
  /** `false` keeps it out of exports. */
  exported?: boolean
  /** Characters, in exports. */
  exportWidth?: number
  /** `false` for columns that the user cannot hide, e.g. actions. */
  hideable?: boolean
  /** Shown once the user chooses it, and then in exports whose sheet nobody fixed. */
  optional?: boolean
}

export const sortFieldOf = <Row>(column: Column<Row>) =>
  typeof column.sortable === 'string' ? column.sortable : column.key

/** The export of what the table shows, for lists whose file is not fixed by the specification. */
export function exportColumnsOf<Row>(columns: readonly Column<Row>[]): ExportColumn<Row>[] {
  return columns.flatMap(({ title, value, kind, exported, optional, exportWidth }) =>
    value && exported !== false && !optional ? [{ title, value, kind, width: exportWidth }] : [],
  )
}

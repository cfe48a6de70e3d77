import type { CSSProperties, ReactNode } from 'react'
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
  /** `false` where a sum of the rows means nothing, e.g. of balances: on paper and in exports it has none. */
  summed?: boolean
  /** `false` keeps it out of exports. */
  exported?: boolean
  /** Characters, in exports. */
  exportWidth?: number
  /** `false` for columns that the user cannot hide, e.g. actions. */
  hideable?: boolean
  /**
   * `true`: shown once the user chooses it, and then in exports whose sheet nobody fixed. `'screen'`: the same on screen,
   * but always on paper and in exports.
   */
  optional?: boolean | 'screen'
}

export const sortFieldOf = <Row>(column: Column<Row>) =>
  typeof column.sortable === 'string' ? column.sortable : column.key

/** The export of what the table shows, for lists whose file is not fixed by the specification. */
export function exportColumnsOf<Row>(columns: readonly Column<Row>[]): ExportColumn<Row>[] {
  return columns.flatMap(({ title, value, kind, exported, optional, exportWidth, summed }) =>
    value && exported !== false && optional !== true ? [{ title, value, kind, width: exportWidth, summed }] : [],
  )
}

/** The columns of a paper, which has room for what is optional on screen only. */
export const printedColumns = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map(column => (column.optional === 'screen' ? { ...column, optional: false } : column))

/** Where the columns that stay in view stand, by their key. */
export type Pins = Readonly<Record<string, CSSProperties>>
type Pinned = Pick<Column<never>, 'key' | 'pinned'>

/** Each beside those that are pinned before it, whose widths the table tells in `--kit-width-<n>`. */
export function buildPins(columns: readonly Pinned[]): Pins {
  const at = (side: 'left' | 'right') => {
    const positions = columns.flatMap((column, index) => (column.pinned === side ? [{ key: column.key, index }] : []))
    if (side === 'right') positions.reverse()
    return positions.map(({ key }, count) => {
      const before = positions.slice(0, count).map(({ index }) => `var(--kit-width-${index}, 0px)`)
      return [key, { [side]: before.length === 0 ? 0 : `calc(${before.join(' + ')})` }] as const
    })
  }
  return Object.fromEntries([...at('left'), ...at('right')])
}

export const pinOf = (pins: Pins, key: string): CSSProperties | undefined => pins[key]

const isNumeric = (kind: CellKind | undefined) => kind === 'points' || kind === 'count'

type Styled = Pick<Column<never>, 'key' | 'pinned' | 'kind' | 'align'>

/** Classes of the heading and the cells of a column. */
export function cellClass({ pinned, kind, align }: Omit<Styled, 'key'>): string | undefined {
  const side = align ?? (isNumeric(kind) ? 'right' : undefined)
  const names = [
    pinned && `kit-pin kit-pin-${pinned}`,
    isNumeric(kind) && 'kit-tabular',
    kind === 'dateTime' && 'kit-cell-moment',
    side !== undefined && side !== 'left' && `kit-cell-${side}`,
  ].filter(Boolean)
  return names.length === 0 ? undefined : names.join(' ')
}

import type { CellKind, CellValue, ExportColumn } from '@cascade/files'
import type { CSSProperties, ReactNode } from 'react'

export type Column<Row> = {
  /** Stable: user settings and the sort parameter refer to it. */
  key: string
  title: string
  /** Heading above adjacent columns of the same group; in files, on paper and on phones it precedes the title. */
  group?: string
  /** Plain value, shown without `render`, and exported. */
  value?: (row: Row, index: number) => CellValue
  render?: (row: Row, index: number) => ReactNode
  /** Format on screen and in exports; `points` and `count` are right-aligned. */
  kind?: CellKind
  align?: 'left' | 'right' | 'center'
  /** `true` sorts by `key`; a string names the server's field. */
  sortable?: boolean | string
  /** Pixels. */
  width?: number
  pinned?: 'left' | 'right'
  /** `false` where a sum would be meaningless, e.g. for balances. */
  summed?: boolean
  exported?: boolean
  /** In characters. */
  exportWidth?: number
  /** `false` for columns that the user cannot hide, e.g. actions. */
  hideable?: boolean
  /**
   * `true`: hidden until the user chooses it, and then also in exports with a free format. `'screen'`: hidden on screen
   * only, always on paper and in exports.
   */
  optional?: boolean | 'screen'
}

export const sortFieldOf = <Row>(column: Column<Row>) =>
  typeof column.sortable === 'string' ? column.sortable : column.key

export const fullTitle = <Row>({ group, title }: Column<Row>) => (group === undefined ? title : `${group}: ${title}`)

/** Export columns of a table, for lists whose file the specification does not fix. */
export function toExportColumns<Row>(columns: readonly Column<Row>[]): ExportColumn<Row>[] {
  return columns.flatMap(column => {
    const { value, kind, exported, optional, exportWidth, summed } = column
    if (!value || exported === false || optional === true) return []
    return [{ title: fullTitle(column), value, kind, width: exportWidth, summed }]
  })
}

/** Columns on paper, including those optional on screen. */
export const printedColumns = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map(({ optional = false, ...column }) => ({
    ...column,
    title: fullTitle(column),
    optional: optional === 'screen' ? false : optional,
  }))

export type Pins = Readonly<Record<string, CSSProperties>>
type Pinned = Pick<Column<never>, 'key' | 'pinned'>

/** Offsets each pinned column by the widths of those before it, which the table sets as `--kit-width-<n>`. */
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

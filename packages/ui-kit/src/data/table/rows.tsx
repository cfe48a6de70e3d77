// biome-ignore-all lint/a11y/useSemanticElements: sticky headings need a separate table; see TableHead
// biome-ignore-all lint/a11y/noRedundantRoles: sticky headings need a separate table; see TableHead
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: sticky headings need a separate table; see TableHead
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: sticky headings need a separate table; see TableHead
// biome-ignore-all lint/a11y/useFocusableInteractive: sticky headings need a separate table; see TableHead
import './table.css'
import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react'
import { EmptyState } from '../../feedback/states'
import { keyOf, Placeholder, type RowSlot, renderCell } from './cells'
import { buildPins, type Column, cellClass, type Pins, pinOf } from './columns'
import { useColumnWidths, useWindowRows } from './row-layout'
import { SelectAll, type Selecting, SelectRow } from './selection'
import type { Density } from './settings'
import { numberKey, type Sorting, type TableColumn, TableHead } from './table-head'

export type RowsProps<Row> = Sorting & {
  columns: readonly Column<Row>[]
  rows: RowSlot<Row>[]
  rowKey: (row: Row) => string
  selecting: Selecting<Row> | undefined
  empty: string
  emptyAction: ReactNode
  /** A last row of sums. */
  sums?: Row | undefined
  /** Skips rendering while the search is typed: hundreds of cells per keystroke are slow. */
  frozen: boolean
}

type Props<Row> = RowsProps<Row> & {
  density: Density
  label: string
  numberTitle: string | undefined
}

const rowPx = { compact: 37, comfortable: 47 } as const

function Rows<Row>(props: Props<Row>) {
  const { columns, rows, rowKey, selecting, density, label, numberTitle, sums, empty, emptyAction } = props
  const area = useRef<HTMLDivElement>(null)
  const all = useMemo(
    () => withNumber(columns, numberTitle, selecting !== undefined),
    [columns, numberTitle, selecting],
  )
  const pins = useMemo(() => buildPins(all), [all])
  const body = useRef<HTMLTableSectionElement>(null)
  const { drawn, restPx, isPart, focus } = useWindowRows({
    count: rows.length,
    estimatePx: rowPx[density],
    body,
    isUniform: true,
  })
  useColumnWidths(area, all, isPart)
  const present = useMemo(() => rows.flatMap(({ row }) => (row === undefined ? [] : [row])), [rows])
  const selectAll = selecting && <SelectAll selecting={selecting} rows={present} />
  return (
    <>
      <div ref={area} className="kit-rows" role="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <TableHead<Row> {...props} columns={all} pins={pins} selectAll={selectAll} />
        <div className="kit-body" role="rowgroup">
          <table role="presentation">
            <tbody ref={body} role="presentation" {...focus}>
              <tr className="kit-measure" aria-hidden="true">
                {all.map(column => (
                  <td key={column.key} style={{ width: widthOf(column) }}>
                    <div data-sortable={'sortable' in column && column.sortable !== undefined ? '' : undefined}>
                      {column.title}
                    </div>
                  </td>
                ))}
              </tr>
              {drawn.map(({ at, gapPx }) => {
                const slot = rows[at]
                if (!slot) return null
                return (
                  <Fragment key={keyOf(slot, rowKey)}>
                    {gapPx > 0 && <Gap heightPx={gapPx} />}
                    <TableRow<Row>
                      columns={all}
                      pins={pins}
                      selecting={selecting}
                      at={at}
                      row={slot.row}
                      index={slot.index}
                    />
                  </Fragment>
                )
              })}
              {restPx > 0 && <Gap heightPx={restPx} />}
            </tbody>
            {sums !== undefined && rows.length > 0 && (
              <tfoot role="presentation" className="kit-sums">
                <TableRow<Row> columns={all} pins={pins} selecting={undefined} at={rows.length} row={sums} index={-1} />
              </tfoot>
            )}
          </table>
        </div>
      </div>
      {rows.length === 0 && <EmptyState title={empty} action={emptyAction} />}
    </>
  )
}

/** The action column does not grow, so that it stays in place when row widths change. */
const widthOf = ({ width, pinned }: Pick<Column<never>, 'width' | 'pinned'>) =>
  width ?? (pinned === 'right' ? 1 : undefined)

const Gap = ({ heightPx }: { heightPx: number }) => (
  <tr className="kit-gap" aria-hidden="true">
    <td style={{ height: heightPx }} />
  </tr>
)

function withNumber<Row>(
  columns: readonly Column<Row>[],
  title: string | undefined,
  isSelectable: boolean,
): readonly TableColumn<Row>[] {
  if (title === undefined) return columns
  return [{ key: numberKey, title, width: isSelectable ? 80 : 60 }, ...columns]
}

/** The cast restores the row type, which `memo` drops. */
export const TableRows = memo(Rows, (_before, after) => after.frozen) as typeof Rows

type TableRowProps<Row> = {
  columns: readonly TableColumn<Row>[]
  pins: Pins
  row: RowSlot<Row>['row']
  index: number
  selecting: Selecting<Row> | undefined
  /** Index within the page, from 0; the heading is row 1 of the table. */
  at: number
}

function Row<Row>({ columns, pins, row, index, selecting, at }: TableRowProps<Row>) {
  return (
    <tr role="row" aria-rowindex={at + 2} data-index={at} className="kit-row">
      {columns.map(column => (
        <td key={column.key} role="cell" className={cellClass(column)} style={pinOf(pins, column.key)}>
          {row === undefined ? <Placeholder /> : renderTableCell(column, row as Row, index, selecting)}
        </td>
      ))}
    </tr>
  )
}

function renderTableCell<Row>(
  column: TableColumn<Row>,
  row: Row,
  index: number,
  selecting: Selecting<Row> | undefined,
) {
  if (column.key !== numberKey) return renderCell(column as Column<Row>, row, index)
  return (
    <>
      {selecting && <SelectRow selecting={selecting} row={row} />}
      {index >= 0 && index + 1}
    </>
  )
}

/** The cast restores the row type, which `memo` drops. */
const TableRow = memo(Row) as typeof Row

// biome-ignore-all lint/a11y/useSemanticElements: headings stay in view, so they are a table of their own; see TableRows
// biome-ignore-all lint/a11y/noRedundantRoles: headings stay in view, so they are a table of their own; see TableRows
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: headings stay in view, so they are a table of their own; see TableRows
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: headings stay in view, so they are a table of their own; see TableRows
// biome-ignore-all lint/a11y/useFocusableInteractive: headings stay in view, so they are a table of their own; see TableRows
import './table-rows.css'
import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react'
import { EmptyState } from '../../../feedback/states'
import { keyOf, type Shown } from '../cells'
import type { Column } from '../column'
import type { Density } from '../table-settings'
import { pinsOf } from './pins'
import { SelectAll, type Selecting } from './select-cells'
import { type Sorting, TableHead } from './table-head'
import { numberKey, type TableColumn, TableRow } from './table-row'
import { useColumnWidths } from './use-column-widths'
import { useWindowRows } from './use-window-rows'

export type RowsProps<Row> = Sorting & {
  columns: readonly Column<Row>[]
  rows: Shown<Row>[]
  rowKey: (row: Row) => string
  selecting: Selecting<Row> | undefined
  /** Said when there are no rows. */
  empty: string
  /** The next step where there are no rows. */
  emptyAction: ReactNode
  /** What is shown stays as it is: the search is being typed, and drawing hundreds of cells with each key is slow. */
  held: boolean
}

type Props<Row> = RowsProps<Row> & {
  density: Density
  /** What a screen reader calls the table. */
  label: string
  /** Title of the number column; without one there is none. */
  numberTitle: string | undefined
}

const rowPx = { compact: 37, comfortable: 47 } as const

function Rows<Row>(props: Props<Row>) {
  const { columns, rows, rowKey, selecting, density, label, numberTitle, empty, emptyAction } = props
  const area = useRef<HTMLDivElement>(null)
  const all = useMemo(
    () => withNumber(columns, numberTitle, selecting !== undefined),
    [columns, numberTitle, selecting],
  )
  const pins = useMemo(() => pinsOf(all), [all])
  const place = useRef<HTMLTableSectionElement>(null)
  const { drawn, restPx, isPart, focus } = useWindowRows({
    ...{ count: rows.length, estimatePx: rowPx[density], place, isUniform: true },
  })
  useColumnWidths(area, all, isPart)
  const present = useMemo(() => rows.flatMap(({ row }) => (row === undefined ? [] : [row])), [rows])
  const selectAll = selecting && <SelectAll selecting={selecting} rows={present} />
  return (
    <>
      <div ref={area} className="kit-rows" role="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <TableHead<Row> {...props} columns={all} pins={pins} selectAll={selectAll} />
        <div className="kit-body">
          <table role="presentation">
            <tbody ref={place} role="rowgroup" {...focus}>
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
                const shown = rows[at]
                if (!shown) return null
                return (
                  <Fragment key={keyOf(shown, rowKey)}>
                    {gapPx > 0 && <Gap heightPx={gapPx} />}
                    <TableRow<Row> {...{ columns: all, pins, selecting, at }} shown={shown.row} index={shown.index} />
                  </Fragment>
                )
              })}
              {restPx > 0 && <Gap heightPx={restPx} />}
            </tbody>
          </table>
        </div>
      </div>
      {rows.length === 0 && <EmptyState title={empty} action={emptyAction} />}
    </>
  )
}

/** Actions take no share of what is left over: they stay where they are when narrower rows come under the pointer. */
const widthOf = ({ width, pinned }: Pick<Column<never>, 'width' | 'pinned'>) =>
  width ?? (pinned === 'right' ? 1 : undefined)

/** In place of rows that are not drawn. */
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

/** The rows of a DataTable. The cast keeps the type of the row, which `memo` drops. */
export const TableRows = memo(Rows, (_before, after) => after.held) as typeof Rows

import type { ExportColumn } from '@cascade/files'
import './table.css'
import { type ListPage, type ListParams, type ListSource, type ListState, pageQuery } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { ErrorState } from '../../feedback/states'
import { formatCount } from '../../format/format'
import { useDebounced } from '../../layout/use-debounced'
import { useNarrow } from '../../layout/use-narrow'
import { ExportButton, type ExportFile } from '../export/export'
import type { OnPaper } from '../paper/list-paper'
import { PrintButton } from '../paper/print-button'
import { PhoneBar } from '../phone/phone-bar'
import { type PhoneRows, RowLines } from '../phone/row-lines'
import { AsOfSwitch } from './as-of-switch'
import type { RowSlot } from './cells'
import { ColumnSettings } from './column-settings'
import { type Column, printedColumns, toExportColumns } from './columns'
import { Pager } from './pager'
import { useFocusRetention, useRowKeys } from './row-keys'
import { RowTips } from './row-tips'
import { TableRows } from './rows'
import { SavedViews, useOpeningView } from './saved-views'
import { SearchBox } from './search'
import { type SelectionActions, SelectionBar, useSelection } from './selection'
import { useTableSettings, visibleColumns, withChosen } from './settings'
import { SortChip } from './sort-chip'
import { ReloadButton, StaleNote, useClearFilters } from './table-parts'
import { tableTexts } from './table-texts'

export type DataTableProps<Row, Page extends ListPage<Row> = ListPage<Row>> = {
  /** Unique in the product, e.g. `accounts.admin`: the user's column settings are stored under it. */
  id: string
  /** A heading, or a function of the loaded page. */
  title?: ReactNode | ((page: Page | undefined) => ReactNode)
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  source: ListSource<Row, Page>
  list: Omit<ListState<string>, 'setFilter' | 'setFilters'>
  /** Placeholder of the search box; `false` for lists without search. */
  search?: string | false
  filters?: ReactNode
  actions?: ReactNode
  /** Columns default to those of the table with a `value`. */
  exportAs?: Omit<ExportFile<Row>, 'columns'> & { columns?: readonly ExportColumn<Row>[] }
  onPaper?: (printed: { rows: readonly Row[]; first: Page }) => OnPaper
  /** Shown when the unfiltered list is empty. */
  empty?: string
  emptyAction?: ReactNode
  emptySearch?: string
  /** `false` omits the number column. */
  numbered?: boolean
  /** Buttons for selected rows, across pages or the whole list; makes rows selectable. */
  selection?: SelectionActions<Row>
  /** Above the rows once the page has loaded, e.g. sums. */
  summary?: (page: Page) => ReactNode
  /** Names a row for screen readers; default: its key. */
  nameOf?: (row: Row) => string
  /** Next to the page numbers, e.g. the sum of the filter. */
  below?: ReactNode
  phone?: PhoneRows<Row>
  footer?: (rowCount: number, total: number) => ReactNode
  /** A last row in the same columns, except on phones. */
  sums?: (page: Page) => Row
}

/**
 * The product's table: its state is in the address, its rows are paged from `source`.
 * @example
 * const list = useListState({ sort: 'walletBalance', order: 'desc' })
 * <DataTable id="players" columns={columns} rowKey={player => player._id} source={players()} list={list} />
 */
export function DataTable<Row, Page extends ListPage<Row> = ListPage<Row>>(props: DataTableProps<Row, Page>) {
  const { id, columns, rowKey, source, list, filters, actions, exportAs, numbered = true } = props
  const text = tableTexts.useText()
  const requestParams = useDebounced(list.params, { waits: list.isTyping })
  const query = useListQuery(source, requestParams)
  const { settings, change, reset } = useTableSettings(id)
  const selection = useSelection(rowKey, JSON.stringify(list.filters) + list.params.q)
  const phone = useNarrow(600)
  const [isSelecting, setIsSelecting] = useState(false)
  useOpeningView(id)
  const { page, size, sort, order } = list
  const firstRow = (requestParams.page - 1) * requestParams.size
  const { data } = query
  // Everything else is frozen while the search is typed: rendering it on every keystroke is slow.
  const isFrozen = list.isTyping && requestParams !== list.params

  const visible = useMemo(() => visibleColumns(columns, settings), [columns, settings])
  const rows = useMemo(() => toRowSlots(data?.rows, firstRow, size), [data, firstRow, size])
  const nameOf = props.nameOf ?? rowKey
  const isSelectable = props.selection !== undefined
  const selecting = useMemo(
    () => (isSelectable ? { selection, rowKey, nameOf } : undefined),
    [isSelectable, selection, rowKey, nameOf],
  )
  const numberTitle = numbered ? text('number') : undefined
  const title = typeof props.title === 'function' ? props.title(data) : props.title
  const failed = query.isError && data === undefined

  // Rows were deleted or the address was typed: go to the last existing page.
  const lastPage = data ? Math.max(1, Math.ceil(data.total / size)) : undefined
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage && !query.isFetching) list.setPage(lastPage, { replace: true })
  }, [lastPage, page, query.isFetching, list])

  const clearFilters = useClearFilters(list)
  const area = useRef<HTMLElement>(null)
  useRowKeys(area)
  useFocusRetention(area)
  const rowsProps = {
    columns: visible,
    rows,
    rowKey,
    selecting,
    sort,
    order,
    onSort: list.setSort,
    empty: list.isFiltered ? (props.emptySearch ?? text('emptySearch')) : (props.empty ?? text('empty')),
    emptyAction: list.isFiltered ? <Button onClick={clearFilters}>{text('clearFilters')}</Button> : props.emptyAction,
    frozen: isFrozen,
  }
  const exporting = exportAs && {
    ...exportAs,
    columns: exportAs.columns ?? toExportColumns(exportAs.free ? withChosen(columns, settings) : columns),
  }
  const frozenParts = useFrozen(isFrozen, {
    controls: (
      <>
        {filters}
        <SortChip list={list} columns={columns} />
        {list.takesAsOf && <AsOfSwitch />}
      </>
    ),
    tools: (
      <>
        <ReloadButton isBusy={query.isFetching && !query.isPending} onReload={() => void query.refetch()} />
        <SavedViews list={id} />
        <ColumnSettings columns={columns} settings={settings} onChange={change} onReset={reset} />
        {actions}
      </>
    ),
    pager: data && data.total > 0 && (
      <Pager
        list={list}
        total={data.total}
        note={props.footer?.(data.rows.length, data.total)}
        below={props.below}
        summary={phone && props.summary?.(data)}
      />
    ),
  })
  const tools = (
    <>
      {exporting && <ExportButton source={source} params={list.params} exportAs={exporting} disabled={!data?.total} />}
      <PrintButton<Row, Page>
        source={source}
        params={list.params}
        total={data?.total ?? 0}
        columns={visibleColumns(printedColumns(columns), settings)}
        numberTitle={numberTitle}
        tableTitle={typeof title === 'string' ? title : undefined}
        onPaper={props.onPaper}
      />
      {frozenParts.tools}
    </>
  )
  return (
    <section ref={area} className="kit-table" data-density={settings.density} aria-busy={query.isFetching}>
      {phone ? (
        <PhoneBar
          list={list}
          columns={columns}
          title={title}
          search={props.search}
          filters={filters}
          onClearFilters={clearFilters}
          total={data && formatCount(data.total)}
          tools={tools}
          selecting={isSelectable ? { isOn: isSelecting, onChange: setIsSelecting } : undefined}
        />
      ) : (
        <div className="kit-table-bar">
          <div className="kit-table-controls">
            {title && <h2>{title}</h2>}
            {props.search !== false && <SearchBox list={list} placeholder={props.search} />}
            {frozenParts.controls}
          </div>
          <div className="kit-table-tools">{tools}</div>
        </div>
      )}
      {data && !phone && props.summary?.(data)}
      {query.isFetching && !query.isPending && <div className="kit-table-progress" />}
      {query.isError && data !== undefined && <StaleNote error={query.error} onRetry={() => void query.refetch()} />}
      {failed ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : phone ? (
        <RowLines<Row> {...rowsProps} phone={props.phone} isSelecting={isSelecting} nameOf={nameOf} />
      ) : (
        <TableRows<Row>
          {...rowsProps}
          sums={data && props.sums?.(data)}
          density={settings.density}
          numberTitle={numberTitle}
          label={typeof title === 'string' ? title : text('rows')}
        />
      )}
      <RowTips area={area} />
      {data?.searched && (
        <p className="kit-table-note">
          {text('searched', { rows: formatCount(data.searched.rows), of: formatCount(data.searched.of) })}
        </p>
      )}
      {frozenParts.pager}
      {props.selection && (
        <SelectionBar<Row> selection={selection} rows={data?.rows ?? []} total={data?.total ?? 0} rowKey={rowKey}>
          {props.selection}
        </SelectionBar>
      )}
    </section>
  )
}

function useFrozen<T>(isFrozen: boolean, drawn: T): T {
  const lastDrawn = useRef(drawn)
  if (!isFrozen) lastDrawn.current = drawn
  return lastDrawn.current
}

function toRowSlots<Row>(rows: readonly Row[] | undefined, first: number, size: number): RowSlot<Row>[] {
  if (rows) return rows.map((row, index) => ({ row, index: first + index }))
  return Array.from({ length: Math.min(size, 10) }, (_, index) => ({ row: undefined, index }))
}

/** Query of the page in the address; the old rows stay while another page loads. */
function useListQuery<Row, Page extends ListPage<Row>>(source: ListSource<Row, Page>, params: ListParams) {
  return useQuery<Page>({
    ...pageQuery(source, params),
    placeholderData: (previous, query) =>
      (isSameList(query?.queryKey, source.key) ? previous : undefined) as typeof previous,
  })
}

const isSameList = (a: readonly unknown[] | undefined, b: readonly unknown[]) => a?.[0] === b[0] && a?.[1] === b[1]

import './table.css'
import { Button, ConfigProvider } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { formatCount } from '../../format/format'
import { tableTexts } from './table-texts'

type Props<Row> = {
  selection: Selection<Row>
  rows: readonly Row[]
  total: number
  rowKey: (row: Row) => string
  /** Buttons for the selection; `all` is the row count when the whole list is selected. */
  children: SelectionActions<Row>
}
export type SelectionActions<Row> = (rows: readonly Row[], clear: () => void, all?: number) => ReactNode

export function SelectionBar<Row>({ selection, rows, total, rowKey, children }: Props<Row>) {
  const text = tableTexts.useText()
  const { chosen, isAll } = useStore(selection.store)
  if (chosen.size === 0) return null
  const isPage = rows.length > 0 && rows.every(row => chosen.has(rowKey(row)))
  return (
    <div className="kit-selection" role="status">
      <strong>
        {isAll
          ? text('allSelected', { count: formatCount(total) })
          : text('selected', { count: formatCount(chosen.size) })}
      </strong>
      {!isAll && isPage && total > chosen.size && (
        <Button type="link" size="small" onClick={selection.chooseAll}>
          {text('selectWhole', { count: formatCount(total) })}
        </Button>
      )}
      <ConfigProvider componentSize="small">
        {isAll ? children([], selection.clear, total) : children([...chosen.values()], selection.clear)}
      </ConfigProvider>
      <Button type="link" size="small" onClick={selection.clear}>
        {text('clearSelection')}
      </Button>
    </div>
  )
}

/** `isAll`: every row of the list, including rows not loaded. */
type Chosen<Row> = { chosen: ReadonlyMap<string, Row>; isAll: boolean }

/** Selection across pages; rows keep the values they had when selected. */
type Selection<Row> = {
  store: StoreApi<Chosen<Row>>
  choose: (rows: readonly Row[], isChosen: boolean) => void
  chooseAll: () => void
  clear: () => void
}

/**
 * A separate store, so that selecting a row renders its checkbox and the bar, not the whole list.
 * @param listed the filters: a change clears a selection of the whole list
 */
export function useSelection<Row>(rowKey: (row: Row) => string, listed: string): Selection<Row> {
  const [selection] = useState(() => createSelection(rowKey))
  const before = useRef(listed)
  useEffect(() => {
    if (before.current !== listed && selection.store.getState().isAll) selection.clear()
    before.current = listed
  }, [selection, listed])
  return selection
}

function createSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const store = createStore<Chosen<Row>>(() => ({ chosen: new Map<string, Row>(), isAll: false }))
  return {
    store,
    choose: (rows, isChosen) => {
      const chosen = new Map(store.getState().chosen)
      for (const row of rows) {
        if (isChosen) chosen.set(rowKey(row), row)
        else chosen.delete(rowKey(row))
      }
      store.setState({ chosen, isAll: false })
    },
    chooseAll: () => store.setState({ isAll: true }),
    clear: () => store.setState({ chosen: new Map<string, Row>(), isAll: false }),
  }
}

const useChosen = <Row, T>({ store }: Selection<Row>, read: (chosen: Chosen<Row>) => T): T => useStore(store, read)

export type Selecting<Row> = {
  selection: Selection<Row>
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
}

export function SelectRow<Row>({ selecting, row }: { selecting: Selecting<Row>; row: Row }) {
  const text = tableTexts.useText()
  const { selection, rowKey, nameOf } = selecting
  const checked = useChosen(selection, ({ chosen, isAll }) => isAll || chosen.has(rowKey(row)))
  return (
    <input
      type="checkbox"
      className="kit-select"
      checked={checked}
      aria-label={text('select', { name: nameOf(row) })}
      onChange={({ target }) => selection.choose([row], target.checked)}
    />
  )
}

export function SelectAll<Row>({ selecting, rows }: { selecting: Selecting<Row>; rows: readonly Row[] }) {
  const text = tableTexts.useText()
  const { selection, rowKey } = selecting
  const count = useChosen(selection, ({ chosen, isAll }) => rows.filter(row => isAll || chosen.has(rowKey(row))).length)
  const isPart = count > 0 && count < rows.length
  return (
    <input
      type="checkbox"
      className="kit-select"
      ref={box => {
        if (box) box.indeterminate = isPart
      }}
      checked={rows.length > 0 && count === rows.length}
      disabled={rows.length === 0}
      aria-label={text('selectAll')}
      onChange={({ target }) => selection.choose(rows, target.checked)}
    />
  )
}

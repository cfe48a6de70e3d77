import './table.css'
import { Button, ConfigProvider } from 'antd'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { tableTexts } from './table-texts'

type Props<Row> = {
  selection: Selection<Row>
  /** Buttons for the selected rows. */
  children: (rows: readonly Row[], clear: () => void) => ReactNode
}

/** What can be done with the rows that are selected; nothing while there are none. */
export function SelectionBar<Row>({ selection, children }: Props<Row>) {
  const text = tableTexts.useText()
  const chosen = useChosen(selection, all => all)
  if (chosen.size === 0) return null
  return (
    <div className="kit-selection" role="status">
      <strong>{text('selected', { count: chosen.size })}</strong>
      <ConfigProvider componentSize="small">{children([...chosen.values()], selection.clear)}</ConfigProvider>
      <Button type="link" size="small" onClick={selection.clear}>
        {text('clearSelection')}
      </Button>
    </div>
  )
}

type Chosen<Row> = ReadonlyMap<string, Row>

/** Rows chosen on whatever page; they stay chosen while others are shown, as they were when they were chosen. */
type Selection<Row> = {
  chosen: StoreApi<Chosen<Row>>
  choose: (rows: readonly Row[], isChosen: boolean) => void
  clear: () => void
}

/** A store of its own, so that choosing a row draws its box and the bar below, not the whole list. */
export function useSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const [selection] = useState(() => createSelection(rowKey))
  return selection
}

function createSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const chosen = createStore<Chosen<Row>>(() => new Map<string, Row>())
  return {
    chosen,
    choose: (rows, isChosen) => {
      const after = new Map(chosen.getState())
      for (const row of rows) {
        if (isChosen) after.set(rowKey(row), row)
        else after.delete(rowKey(row))
      }
      chosen.setState(after, true)
    },
    clear: () => chosen.setState(new Map<string, Row>(), true),
  }
}

/** @param read a plain value: what it answers is compared to know whether to draw again */
const useChosen = <Row, T>({ chosen }: Selection<Row>, read: (chosen: Chosen<Row>) => T): T => useStore(chosen, read)

/** How rows are chosen: in the number column, so that lists keep the columns that they have. */
export type Selecting<Row> = {
  selection: Selection<Row>
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
}

/** The checkbox of a row. */
export function SelectRow<Row>({ selecting, row }: { selecting: Selecting<Row>; row: Row }) {
  const text = tableTexts.useText()
  const { selection, rowKey, nameOf } = selecting
  const checked = useChosen(selection, chosen => chosen.has(rowKey(row)))
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

/** Chooses the rows of this page, or gives them up; those of other pages stay as they are. */
export function SelectAll<Row>({ selecting, rows }: { selecting: Selecting<Row>; rows: readonly Row[] }) {
  const text = tableTexts.useText()
  const { selection, rowKey } = selecting
  const count = useChosen(selection, chosen => rows.filter(row => chosen.has(rowKey(row))).length)
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
